// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/infer"
	"workload.example.io/interpreter/internal/cli/page"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/cli/testcase"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
	"workload.example.io/interpreter/internal/webhook"
)

func newPage(t *testing.T, object []byte) *page.Page {
	t.Helper()
	made, err := page.New(t.Context(), interpreter.MustRegistry(workload.Kind()), page.Yours{Object: object})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// send asks as the page does and returns the answer.
func send(t *testing.T, p *page.Page, method, path string, body, answer any) {
	t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(method, "http://127.0.0.1:9/token/"+path, bytes.NewReader(sent))
	r.Header.Set("Origin", "http://127.0.0.1:9")
	w := httptest.NewRecorder()
	p.Handler(token).ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), answer); err != nil {
		t.Fatal(err)
	}
}

// example returns the contents that the page begins with.
func example(t *testing.T, p *page.Page) page.Contents {
	t.Helper()
	var start page.Start
	send(t, p, http.MethodGet, "start", nil, &start)
	return start.Contents
}

func TestExample(t *testing.T) {
	p := newPage(t, nil)
	contents := example(t, p)
	var answers page.Answers
	send(t, p, http.MethodPost, "answers", contents, &answers)
	if len(answers.Problems) > 0 {
		t.Errorf("the example has problems: %v", answers.Problems)
	}
	if len(answers.Answers) != len(interpreter.Operations()) {
		t.Errorf("got %d answers, want one for each operation", len(answers.Answers))
	}
	for _, answer := range answers.Answers {
		if answer.State != page.Answered {
			t.Errorf("%s is %s: %s", answer.Operation, answer.State, answer.Message)
		}
	}
	type member struct {
		Name      string
		Replicas  int32
		Health    string
		Collected string
	}
	var got []member
	for _, m := range answers.Rollout.Members {
		got = append(got, member{m.Name, m.Replicas, string(m.Health), m.Collected})
	}
	want := []member{{"member1", 2, "Healthy", "readyReplicas: 2\n"}, {"member2", 1, "Healthy", "readyReplicas: 1\n"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the policy of the example divides 3 replicas by 2:1 (-want +got)\n%s", diff)
	}
	if answers.Rollout.Status != "readyReplicas: 3\n" {
		t.Errorf("got the sum %q", answers.Rollout.Status)
	}
}

// TestProblems shows that mistakes are found at their places.
func TestProblems(t *testing.T) {
	tests := map[string]struct {
		reason string
		change func(*page.Contents)
		want   page.Problem
	}{
		"syntax": {reason: "YAML that cannot be read", change: func(c *page.Contents) { c.Object = "a: 1\nb: c: d\n" },
			want: page.Problem{Editor: "object", Line: 2, Column: 1, Message: "cannot read the text: mapping values are not allowed in this context"}},
		"list": {reason: "an object is wanted", change: func(c *page.Contents) { c.Object = "- a\n" },
			want: page.Problem{Editor: "object", Line: 1, Column: 1, Message: "cannot use the text: want an object, got something else"}},
		"type": {reason: "what an operator would read, where it is", change: func(c *page.Contents) {
			c.Object = strings.Replace(c.Object, "replicas: 3", "replicas: three", 1)
		}, want: page.Problem{Editor: "object", Line: 8, Column: 3, Message: "cannot decode object.spec.replicas: want integer, got string"}},
		"member": {reason: "the object in a member", change: func(c *page.Contents) {
			c.Member = strings.Replace(c.Member, "readyReplicas: 2", "readyReplicas: two", 1)
		}, want: page.Problem{Editor: "member", Line: 21, Column: 3, Message: "cannot decode object.status.readyReplicas: want integer, got string"}},
		"status": {reason: "what a member reports", change: func(c *page.Contents) { c.Members[1].Status = "\nreadyReplicas: many\n" },
			want: page.Problem{Editor: "members/1", Line: 2, Column: 1, Message: "cannot decode object.status.readyReplicas: want integer, got string"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPage(t, nil)
			contents := example(t, p)
			test.change(&contents)
			problems := p.Answer(t.Context(), contents).Problems
			if len(problems) == 0 {
				t.Fatalf("%s: no problem was found", test.reason)
			}
			if diff := cmp.Diff(test.want, problems[0]); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, diff)
			}
		})
	}
}

// TestTotal shows that nothing a person types goes unanswered.
func TestTotal(t *testing.T) {
	p := newPage(t, nil)
	for _, text := range []string{"", "{}", "null", "a", "kind: Workload", "kind: Pod\napiVersion: v1", "\x00", "---\n---\n", "&a [*a]",
		"apiVersion: workload.example.io/v1alpha1\nkind: Workload\nspec: []\nstatus: 7"} {
		answers := p.Answer(t.Context(), page.Contents{Object: text, Member: text, Members: []page.Member{{Name: text, Weight: -1, Status: text}}})
		if len(answers.Answers) != len(interpreter.Operations()) {
			t.Errorf("%q: got %d answers", text, len(answers.Answers))
		}
	}
}

// TestFile shows that the page begins with a person's own object.
func TestFile(t *testing.T) {
	contents := example(t, newPage(t, []byte("apiVersion: workload.example.io/v1alpha1\nkind: Workload\nmetadata:\n  name: mine\n")))
	if !strings.Contains(contents.Object, "mine") || !strings.Contains(contents.Member, "namespace: default") {
		t.Errorf("got %+v", contents)
	}
}

// TestDefinition shows that the page begins with a description of a kind that is only defined.
func TestDefinition(t *testing.T) {
	document, err := yaml.YAMLToJSON(workload.Kind().Manifests.CRD)
	if err != nil {
		t.Fatal(err)
	}
	definitions, err := infer.Read([][]byte{document}, "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := page.New(t.Context(), interpreter.MustRegistry(workload.Kind()), page.Yours{Definitions: definitions})
	if err != nil {
		t.Fatal(err)
	}
	contents := example(t, p)
	if !strings.Contains(contents.Description, "kind: KindDescription") {
		t.Errorf("no description was begun:\n%s", contents.Description)
	}
	if answers := p.Answer(t.Context(), contents); len(answers.Problems) > 0 || answers.Kind != "Workload" {
		t.Errorf("kind %s has problems: %v", answers.Kind, answers.Problems)
	}
}

// TestCases shows that the cases to take along are read by interpret test and pass.
func TestCases(t *testing.T) {
	p := newPage(t, nil)
	file, err := p.Take(t.Context(), page.Order{Contents: example(t, p), File: "cases"})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), file.Name)
	if err := os.WriteFile(path, []byte(file.Text), 0o644); err != nil {
		t.Fatal(err)
	}
	cases, err := testcase.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != len(interpreter.Operations()) {
		t.Errorf("got %d cases, want one for each operation", len(cases))
	}
	function := client.InProcess(webhook.New(interpreter.MustRegistry(workload.Kind()), nil))
	for _, c := range cases {
		if difference, _, err := c.Run(t.Context(), function, printer.Style{}); err != nil || difference != "" {
			t.Errorf("%s: %v %s", c.Name, err, difference)
		}
	}
}

func TestConfiguration(t *testing.T) {
	p := newPage(t, nil)
	order := page.Order{Contents: example(t, p), File: "configuration", URL: "https://interpreter.example.com/path"}
	file, err := p.Take(t.Context(), order)
	if err != nil || !strings.Contains(file.Text, order.URL) || file.Name != "workload-webhook-configuration.yaml" {
		t.Errorf("got %+v, %v", file, err)
	}
	order.URL = "http://interpreter.example.com"
	if _, err := p.Take(t.Context(), order); err == nil || !strings.Contains(err.Error(), "want scheme https") {
		t.Errorf("Karmada refuses this URL: got %v", err)
	}
}
