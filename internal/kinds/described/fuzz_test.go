// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// library returns the kinds of all descriptions that are shipped.
func library(tb testing.TB) *described.Set {
	tb.Helper()
	sources, err := described.Files("../../../function/kinds")
	if err != nil {
		tb.Fatal(err)
	}
	set, err := described.Load(sources...)
	if err == nil {
		err = set.Compile()
	}
	for _, problem := range strictyaml.All(err) {
		tb.Error(problem)
	}
	return set
}

// FuzzParse checks that no text makes the parser panic and that each mistake has a place.
func FuzzParse(f *testing.F) {
	paths, _ := filepath.Glob("../../../function/kinds/*/*.yaml")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add(head + "  healthInterpretation: \"\\u00e4 == 'a'\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		descriptions, err := described.Parse("x.yaml", []byte(text))
		for _, problem := range strictyaml.All(err) {
			if problem.Line < 1 || problem.Column < 1 || strings.Contains(problem.Error(), "\n") {
				t.Errorf("want one line with a place, got %q", problem.Error())
			}
		}
		if err != nil {
			return
		}
		for _, d := range descriptions {
			_, err := described.Compile(d)
			for _, problem := range strictyaml.All(err) {
				if problem.Line < 1 || problem.Column < 1 {
					t.Errorf("want a place, got %q", problem.Error())
				}
			}
		}
	})
}

// FuzzObject checks that no object makes a described kind panic or answer what Karmada would refuse, that the same question gets the
// same answer, and that explaining it changes nothing.
func FuzzObject(f *testing.F) {
	kinds := library(f).Kinds()
	registry := interpreter.MustRegistry(kinds...)
	for _, seed := range []string{`{}`, `{"spec":{"replicas":3},"status":{"conditions":[{"type":"Ready","status":"True"}],"replicas":1}}`,
		`{"metadata":{"generation":2,"annotations":{"resourcetemplate.karmada.io/generation":"2"}},"spec":null,"status":{"x":1e308}}`,
		`{"spec":{"template":{"spec":{"containers":[{"resources":{"requests":{"cpu":"1"}}}]}}},"status":[]}`, `{"spec":"x","status":"y"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, object string) {
		var parsed map[string]any
		if json.Unmarshal([]byte(object), &parsed) != nil || parsed == nil {
			return
		}
		replicas := int32(3)
		for _, kind := range kinds {
			for _, operation := range kind.Operations() {
				req := &interpreter.Request{UID: "u", Operation: operation, Kind: kind.GroupVersionKind, DesiredReplicas: &replicas,
					ObservedObject: &runtime.RawExtension{Raw: []byte(object)}}
				req.Object.Raw = []byte(object)
				if status, err := json.Marshal(parsed["status"]); err == nil {
					req.AggregatedStatus = []workv1alpha2.AggregatedStatusItem{
						{ClusterName: "b", Status: &runtime.RawExtension{Raw: status}}, {ClusterName: "a", Status: &runtime.RawExtension{Raw: status}}, {ClusterName: "c"}}
				}
				first, _ := json.Marshal(registry.Interpret(req))
				response := registry.Interpret(req)
				second, _ := json.Marshal(response)
				if strings.Contains(string(first), "has a bug") && response.Stack != "" || string(first) != string(second) {
					t.Fatalf("%s %s of %s: got %s, then %s\n%s", kind.Kind, operation, object, first, second, response.Stack)
				}
				if described.Explain(kind, req) == nil {
					t.Fatalf("%s %s cannot be explained", kind.Kind, operation)
				}
			}
		}
	})
}
