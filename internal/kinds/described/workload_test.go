// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"golang.org/x/tools/txtar"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/workload"
)

// compile makes the only kind of a description.
func compile(tb testing.TB, name, text string) interpreter.Kind {
	tb.Helper()
	descriptions, err := described.Parse(name, []byte(text))
	if err != nil {
		tb.Fatal(err)
	}
	kind, err := described.Compile(descriptions[0])
	if err != nil {
		tb.Fatal(err)
	}
	return kind
}

const workloadFile = "../../../function/kinds/workload.example.io/Workload.yaml"

func describedWorkload(tb testing.TB) interpreter.Kind {
	tb.Helper()
	data, err := os.ReadFile(workloadFile)
	if err != nil {
		tb.Fatal(err)
	}
	return compile(tb, "Workload.yaml", string(data))
}

// recorded returns the recorded calls.
func recorded(tb testing.TB) map[string]*interpreter.Request {
	tb.Helper()
	paths, err := filepath.Glob("../../../function/testdata/calls/*.txtar")
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no recorded calls: %v", err)
	}
	calls := map[string]*interpreter.Request{}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		for _, file := range archive.Files {
			if file.Name == "request.json" {
				var context configv1alpha1.ResourceInterpreterContext
				if err := json.Unmarshal(file.Data, &context); err != nil {
					tb.Fatal(err)
				}
				calls[filepath.Base(path)] = context.Request
			}
		}
	}
	return calls
}

// compare checks that both kinds give the same answer. What the one in Go refuses the other may answer: it checks only the
// types that it needs.
func compare(t *testing.T, name string, inGo, inYAML *interpreter.Registry, req *interpreter.Request) (refused bool) {
	t.Helper()
	want, got := inGo.Interpret(req), inYAML.Interpret(req)
	if !want.Successful {
		return true
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s %s of %s (-Go +YAML)\n%s", name, req.Operation, req.Object.Raw, diff)
	}
	return false
}

func TestWorkloadOfRecordedCalls(t *testing.T) {
	inGo, inYAML := interpreter.MustRegistry(workload.Kind()), interpreter.MustRegistry(describedWorkload(t))
	for name, req := range recorded(t) {
		if compare(t, name, inGo, inYAML, req) {
			t.Errorf("%s: the kind in Go refuses a recorded call", name)
		}
	}
}

func TestWorkloadOfRandomObjects(t *testing.T) {
	inGo, inYAML := interpreter.MustRegistry(workload.Kind()), interpreter.MustRegistry(describedWorkload(t))
	random := rand.New(rand.NewPCG(13, 13))
	const objects = 5_000
	refused := 0
	for range objects {
		object, observed := randomObject(random), randomObject(random)
		replicas := int32(random.IntN(4))
		for _, operation := range interpreter.Operations() {
			text := fmt.Sprintf(`{"uid":"u","operation":%q,"kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},"namespace":"default",
				"object":%s,"observedObject":%s,"replicas":%d,"aggregatedStatus":[%s]}`, operation, object, observed, replicas, randomStatuses(random))
			var req interpreter.Request
			if err := json.Unmarshal([]byte(text), &req); err != nil {
				t.Fatalf("%v in %s", err, text)
			}
			if compare(t, "random", inGo, inYAML, &req) {
				refused++
			}
			if t.Failed() {
				return
			}
		}
	}
	if most := objects * 2; refused > most {
		t.Errorf("the kind in Go refused %d questions, want at most %d: too little is compared", refused, most)
	}
}

func pick(random *rand.Rand, choices ...string) string { return choices[random.IntN(len(choices))] }

func randomObject(random *rand.Rand) string {
	parts := []string{}
	add := func(odds int, name string, choices ...string) {
		if random.IntN(odds) > 0 {
			parts = append(parts, `"`+name+`":`+pick(random, choices...))
		}
	}
	template := `{"spec":{"serviceAccountName":"robot","containers":[{"name":"a","resources":{"requests":{"cpu":"500m","memory":"1Gi"}},"envFrom":[{"configMapRef":{"name":"settings"}}]}],"volumes":[{"name":"v","secret":{"secretName":"keys"}}]}}`
	add(5, "metadata", `null`, `{}`, `{"namespace":"x"}`, `{"labels":{"resourcetemplate.karmada.io/retain-replicas":"true"}}`,
		`{"labels":{"resourcetemplate.karmada.io/retain-replicas":"false","a":"b"},"managedFields":[{"f:spec":{}}]}`)
	add(8, "spec", `null`, `{}`, `{"replicas":3}`, `{"replicas":0,"paused":true}`, `{"replicas":null,"paused":false,"other":1.50}`,
		`{"template":`+template+`}`, `{"replicas":2147483647,"template":`+template+`,"paused":null}`, `{"template":null}`, `{"replicas":2147483648}`, `"text"`)
	add(6, "status", `null`, `{}`, `{"readyReplicas":3}`, `{"readyReplicas":0,"other":{"a":[1,null]}}`, `{"readyReplicas":null}`, `{"readyReplicas":"3"}`, `[]`)
	add(2, "unknown", `1e400`, `"\u00e9"`, `{"a~b/c":[{}]}`)
	random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return "{" + strings.Join(parts, pick(random, ",", " ,\n ")) + "}"
}

func randomStatuses(random *rand.Rand) string {
	var items []string
	for i := range random.IntN(5) {
		items = append(items, fmt.Sprintf(`{"clusterName":"member%d","status":%s}`, i, pick(random, `{"readyReplicas":1}`, `{"readyReplicas":2,"other":1}`,
			`{}`, `null`, `{"readyReplicas":"x"}`, `{"readyReplicas":-1}`, `[]`, `{"readyReplicas":null}`, `{"readyReplicas":2147483647}`, `{"readyReplicas":1.5}`)))
	}
	return strings.Join(items, ",")
}

func BenchmarkWorkload(b *testing.B) {
	for name, kind := range map[string]interpreter.Kind{"go": workload.Kind(), "yaml": describedWorkload(b)} {
		registry := interpreter.MustRegistry(kind)
		for _, operation := range interpreter.Operations() {
			for file, req := range recorded(b) {
				if req.Operation != operation || !strings.Contains(file, "-01-") {
					continue
				}
				b.Run(fmt.Sprintf("%s/%s", operation, name), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						registry.Interpret(req)
					}
				})
			}
		}
	}
}
