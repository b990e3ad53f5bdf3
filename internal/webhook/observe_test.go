// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/webhook"
)

const canary = "canary-5f0c1d7be83a"

// broken is a kind whose operations fail in every way there is.
type broken struct{}

func (broken) InterpretHealth(req *interpreter.Request) (bool, error) {
	panic("quoting " + string(req.Object.Raw))
}

func (broken) Retain(*interpreter.Request) ([]byte, error) {
	return []byte(`[{"op":"remove","path":"/spec/a"},{"op":"add","path":"/spec/b","value":"\"op\":"}]`), nil
}

func (broken) AggregateStatus(*interpreter.Request) ([]byte, []string, error) {
	return nil, strings.Split(strings.Repeat("member is left out,", 24)+"member is left out", ","), nil
}

func (broken) InterpretDependency(*interpreter.Request) ([]configv1alpha1.DependentObjectReference, error) {
	reference := configv1alpha1.DependentObjectReference{APIVersion: "v1", Kind: "Secret", Name: "a"}
	return []configv1alpha1.DependentObjectReference{reference, reference, reference}, nil
}

// ask sends one call and returns the answer and what the observer was told, copied while it is valid.
func ask(t *testing.T, body io.Reader) (answer *httptest.ResponseRecorder, call webhook.Call, summary, cluster string) {
	t.Helper()
	kinds := interpreter.MustRegistry(interpreter.Kind{GroupVersionKind: metav1.GroupVersionKind{Kind: "Broken", Version: "v1"}, Interpreter: broken{}})
	told := 0
	handler := webhook.New(kinds, func(c *webhook.Call) {
		told++
		call, summary, cluster = *c, c.Summary(), c.Cluster()
	})
	request := httptest.NewRequest(http.MethodPost, "/"+canary, body)
	request.Header.Set("Content-Type", "application/json")
	answer = httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	if told != 1 {
		t.Fatalf("the observer was told %d times, want once", told)
	}
	if call.Sent != answer.Body.Len() {
		t.Errorf("got %d bytes sent, want %d", call.Sent, answer.Body.Len())
	}
	return answer, call, summary, cluster
}

func question(operation, object string) string {
	return `{"request":{"uid":"u1","kind":{"kind":"Broken"},"operation":"` + operation + `","object":` + object + `}}`
}

func TestObserver(t *testing.T) {
	placed := `{"metadata":{"annotations":{"work.karmada.io/namespace":"karmada-es-member1"}}}`
	tests := map[string]struct {
		reason, body               string
		outcome                    webhook.Outcome
		status, received           int
		summary, cluster, contains string
	}{
		"patch":        {reason: "operations are counted, not text", body: question("Retain", "{}"), outcome: webhook.OK, status: 200, summary: "patch ops=2", contains: `"uid":"u1"`},
		"cluster":      {reason: "the annotation tells the member", body: question("Retain", placed), outcome: webhook.OK, status: 200, summary: "patch ops=2", cluster: "member1"},
		"no cluster":   {reason: "another namespace is no member", body: question("Retain", strings.Replace(placed, "karmada-es-", "karmada-", 1)), outcome: webhook.OK, status: 200, summary: "patch ops=2"},
		"dependencies": {reason: "a number, no names", body: question("InterpretDependency", "{}"), outcome: webhook.OK, status: 200, summary: "dependencies n=3"},
		"refused":      {reason: "the operation is not supported", body: question("ReviseReplica", "{}"), outcome: webhook.Refused, status: 200, contains: "; supported: "},
		"invalid":      {reason: "no uid", body: `{`, outcome: webhook.Invalid, status: 400, contains: `"kind":"Status"`},
		"bug":          {reason: "a panic is answered with the uid", body: question("InterpretHealth", `{"a":"`+canary+`"}`), outcome: webhook.Bug, status: 200, contains: `"uid":"u1"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			answer, call, summary, cluster := ask(t, strings.NewReader(test.body))
			if call.Outcome != test.outcome || answer.Code != test.status || summary != test.summary || cluster != test.cluster {
				t.Errorf("%s: got outcome %s, status %d, summary %q, cluster %q", test.reason, call.Outcome, answer.Code, summary, cluster)
			}
			if !strings.Contains(answer.Body.String(), test.contains) || call.Received != len(test.body) {
				t.Errorf("%s: got %d bytes and %s", test.reason, call.Received, answer.Body)
			}
			if all := answer.Body.String() + call.Message + call.Stack; strings.Contains(all, canary) {
				t.Errorf("%s: a value of the object got out: %s", test.reason, all)
			}
		})
	}
	_, call, _, _ := ask(t, strings.NewReader(question("InterpretHealth", "{}")))
	if !strings.HasPrefix(call.Stack, "workload.example.io/interpreter/internal/webhook_test.broken.InterpretHealth observe_test.go:") {
		t.Errorf("want the stack to begin where the panic was, got:\n%s", call.Stack)
	}
}

// failing is a body that panics or fails when it is read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err == nil {
		panic(canary)
	}
	return 0, f.err
}

func TestBodyFails(t *testing.T) {
	answer, call, _, _ := ask(t, failing{})
	if answer.Code != http.StatusInternalServerError || call.Outcome != webhook.Bug || strings.Contains(answer.Body.String()+call.Stack, canary) {
		t.Errorf("a panic before the uid is known: got %d %s %s", answer.Code, answer.Body, call.Stack)
	}
	answer, call, _, _ = ask(t, failing{webhook.ErrBusy})
	if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") != "1" || call.Outcome != webhook.Busy {
		t.Errorf("over a limit: got %d, Retry-After %q, %s", answer.Code, answer.Header().Get("Retry-After"), call.Outcome)
	}
	answer, call, _, _ = ask(t, failing{io.ErrUnexpectedEOF})
	if answer.Code != http.StatusBadRequest || call.Outcome != webhook.Invalid {
		t.Errorf("a connection that breaks off: got %d, %s", answer.Code, call.Outcome)
	}
}

func TestWarningsAreFew(t *testing.T) {
	answer, call, _, _ := ask(t, strings.NewReader(question("AggregateStatus", "{}")))
	if got := answer.Header().Values("Warning"); len(got) != 11 || got[10] != `299 - "15 more warnings are left out"` {
		t.Errorf("want 10 warnings and the number of the others, got %q", got)
	}
	if len(call.Response.Warnings) != 25 {
		t.Errorf("want the observer to count all 25 warnings, got %d", len(call.Response.Warnings))
	}
}
