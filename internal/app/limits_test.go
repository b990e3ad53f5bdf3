// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package app_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/webhook"
)

var update = flag.Bool("update", false, "write the table of limits into docs/operate.md")

// bound is a limit on what stands in a call, and a call that is beyond it.
type bound struct {
	what, most string
	kind       string // Workload without one
	operation  interpreter.Operation
	rest       string // of the request, behind its operation
}

// limited describes a kind whose expressions meet their limits.
const limited = `apiVersion: interpreter.workload.example.io/v1alpha1
kind: KindDescription
spec:
  target: {apiVersion: example.io/v1, kind: Gizmo}
  replicaResource: {expression: "size(object.spec.text + object.spec.text)"}
  replicaRevision: {paths: ["spec.list[*].replicas"]}
  statusReflection: {expression: "{'sum': sum(object.spec.list)}"}
  healthInterpretation: {expression: "object.spec.text.matches('a*b')"}
  dependencyInterpretation: {expression: "object.spec.list.filter(x, object.spec.list.exists(y, y > x + 100000)).map(x, {})"}
`

// bounds are the limits, as an operator meets them. Those of connections and memory are in knative/settings.md.
func bounds() []bound {
	many := func(n int, element string) string {
		return "[" + strings.Repeat(element+",", n) + element + "]"
	}
	pod := func(inside string) string { return `"object":{"spec":{"template":{"spec":` + inside + `}}}` }
	list := func(n int, element string) string { return `"object":{"spec":{"list":` + many(n, element) + `}}` }
	numbered := func(n int, format string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(all, ",")
	}
	long := strings.Repeat("x", 318)
	request := func(cpu string) string {
		return pod(`{"containers":[{"resources":{"requests":{"cpu":"` + cpu + `"}}}]}`)
	}
	return []bound{
		{"body of a call", "8 MiB", "", "InterpretHealth", `"object":{"text":"` + strings.Repeat("x", 8<<20) + `"}`},
		{"nesting of objects and lists", "10,000 levels", "", "InterpretHealth", `"object":{"a":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`},
		{"members of the same name", "1", "", "InterpretHealth", `"object":{"spec":{"replicas":1,"replicas":2}}`},
		{"namespace of the object", "317 bytes", "", "InterpretHealth", `"namespace":"` + long + `","object":{}`},
		{"text of a quantity", "64 bytes", "", "InterpretReplica", request(strings.Repeat("0", 65))},
		{"exponent of a quantity", "-99 to 99", "", "InterpretReplica", request("1e-100000000")},
		{"tolerations, labels of nodes, terms of a node affinity", "10,000", "", "InterpretReplica", pod(`{"tolerations":` + many(10_000, "{}") + `}`)},
		{"names of labels, resources and objects that a template refers to", "317 bytes", "", "InterpretReplica", pod(`{"nodeSelector":{"` + long + `":""}}`)},
		{"different objects that a template refers to", "10,000", "", "InterpretDependency", pod(`{"containers":[{"envFrom":[` + numbered(20_000, `{"secretRef":{"name":"s%d"}}`) + `]}]}`)},
		{"member clusters", "10,000", "", "AggregateStatus", `"object":{},"aggregatedStatus":` + many(10_000, "{}")},
		{"sum of the members' replicas", "2,147,483,647", "", "AggregateStatus", `"object":{},"aggregatedStatus":` + many(1, `{"clusterName":"m","status":{"readyReplicas":2147483647}}`)},
		{"described kinds: memory of what is read", "16 MiB", "Gizmo", "InterpretStatus", list(1_000_000, "0")},
		{"described kinds: values that one function goes through", "100,000", "Gizmo", "InterpretStatus", list(100_000, "0")},
		{"described kinds: elements that are given a value by `[*]`", "10,000", "Gizmo", "ReviseReplica", `"replicas":1,` + list(10_000, "{}")},
		{"described kinds: text that is made", "4 MiB", "Gizmo", "InterpretReplica", `"object":{"spec":{"text":"` + strings.Repeat("x", 3<<20) + `"}}`},
		{"described kinds: text that is matched", "16 KiB", "Gizmo", "InterpretHealth", `"object":{"spec":{"text":"` + strings.Repeat("x", 17<<10) + `"}}`},
		{"described kinds: steps of one expression, or 100 ms for all of a call", "1,000,000", "Gizmo", "InterpretDependency", list(3_000, "0")},
	}
}

// TestLimits holds the table in docs/operate.md to what the function answers.
func TestLimits(t *testing.T) {
	set, err := described.Load(described.Source{Name: "limited", Data: []byte(limited)})
	if err != nil {
		t.Fatal(err)
	}
	handler := webhook.New(interpreter.MustRegistry(append(app.Kinds(), set.Kinds()...)...), nil)
	var table strings.Builder
	table.WriteString("| what | at most | what Karmada shows beyond |\n|---|---|---|\n")
	for _, b := range bounds() {
		kind := `{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"}`
		if b.kind != "" {
			kind = `{"group":"example.io","version":"v1","kind":"` + b.kind + `"}`
		}
		message := refused(t, handler, fmt.Sprintf(`{"request":{"uid":"u","kind":%s,"operation":%q,%s}}`, kind, b.operation, b.rest))
		if message == "" {
			t.Errorf("%s: more than %s is answered", b.what, b.most)
		}
		message = eitherLimit.ReplaceAllString(message, "${1}want a cost of at most 1000000, got more")
		message = strings.ReplaceAll(repeated.ReplaceAllString(message, "$1..."), ".spec.nodeSelector....:", ".spec.nodeSelector.NAME...:")
		fmt.Fprintf(&table, "| %s | %s | `%s` |\n", b.what, b.most, message)
	}
	const path = "../../docs/operate.md"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- limits -->\n\n", "\n<!-- /limits -->\n"
	before, rest, there := strings.Cut(string(page), begin)
	_, after, ends := strings.Cut(rest, end)
	want := before + begin + table.String() + end + after
	switch {
	case !there || !ends:
		t.Errorf("%s has no place for the table", path)
	case want == string(page):
	case *update:
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s does not say what the function answers, want\n%s\nrun go test ./internal/app -run TestLimits -update", path, &table)
	}
}

// eitherLimit is the message of whichever of cost and time comes first.
var eitherLimit = regexp.MustCompile(`^(.*: )want (?:a cost of at most|an answer within) .*$`)

// repeated is what a message of a test has too much of.
var repeated = regexp.MustCompile(`((?:\[0\]){3})(?:\[0\])+(?:\.\.\.)?|xxx+(?:\.\.\.)?`)

// refused returns the message with which a call is refused, "" if it is answered.
func refused(t *testing.T, handler http.Handler, body string) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader([]byte(body)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		var status metav1.Status
		if err := json.Unmarshal(w.Body.Bytes(), &status); err != nil {
			t.Fatal(err)
		}
		return status.Message
	}
	var answer configv1alpha1.ResourceInterpreterContext
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Response.Successful {
		return ""
	}
	return answer.Response.Status.Message
}
