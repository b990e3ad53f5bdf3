// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package interpreter_test

import (
	"encoding/json"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
)

// careless returns whatever it is told to.
type careless struct {
	replicas     int32
	components   []workv1alpha2.Component
	patch        string
	status       json.RawMessage
	dependencies []configv1alpha1.DependentObjectReference
}

func (c careless) InterpretReplica(*interpreter.Request) (int32, *workv1alpha2.ReplicaRequirements, error) {
	return c.replicas, nil, nil
}

func (c careless) InterpretComponent(*interpreter.Request) ([]workv1alpha2.Component, error) {
	return c.components, nil
}

func (c careless) Retain(*interpreter.Request) ([]byte, error) { return []byte(c.patch), nil }

func (c careless) InterpretStatus(*interpreter.Request) (json.RawMessage, error) {
	return c.status, nil
}

func (c careless) InterpretDependency(*interpreter.Request) ([]configv1alpha1.DependentObjectReference, error) {
	return c.dependencies, nil
}

// TestMistakes shows that what Karmada could not use is never sent as a success.
func TestMistakes(t *testing.T) {
	components := func(names ...string) (list []workv1alpha2.Component) {
		for _, name := range names {
			list = append(list, workv1alpha2.Component{Name: name, Replicas: 1})
		}
		return list
	}
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"not a key!": "x"}}
	tests := map[string]struct {
		reason string
		op     interpreter.Operation
		kind   careless
		want   string // empty: a success
	}{
		"negative replicas":   {"Karmada would divide them", "InterpretReplica", careless{replicas: -1}, "want replicas of at least 0"},
		"no components":       {"an object may have none", "InterpretComponent", careless{}, ""},
		"32 characters":       {"the limit counts characters, not bytes", "InterpretComponent", careless{components: components(strings.Repeat("é", 32))}, ""},
		"33 characters":       {"the CRD of bindings refuses it", "InterpretComponent", careless{components: components(strings.Repeat("a", 33))}, "components[0].name of at most 32 characters"},
		"twice":               {"names identify components", "InterpretComponent", careless{components: components("a", "b", "a")}, "components[2] twice"},
		"no name":             {"a name is required", "InterpretComponent", careless{components: components("a", "")}, "components[1].name"},
		"no pods":             {"replicas below 0", "InterpretComponent", careless{components: []workv1alpha2.Component{{Name: "a", Replicas: -1}}}, "components[0].replicas"},
		"no patch":            {"nothing to change", "Retain", careless{}, ""},
		"every operation":     {"all of RFC 6902 can be sent", "Retain", careless{patch: `[{"op":"test","path":"","value":null},{"op":"add","path":"/a","value":1},{"op":"replace","path":"/a","value":2},{"op":"copy","from":"/a","path":"/b"},{"op":"move","from":"/a","path":"/c~0"},{"op":"remove","path":"/b"}]`}, ""},
		"no JSON":             {"Karmada could not decode it", "Retain", careless{patch: `[{`}, "want a JSON Patch"},
		"a merge patch":       {"Karmada only knows JSON Patch", "Retain", careless{patch: `{"spec":{}}`}, "want a JSON Patch"},
		"an unknown op":       {"applying it would fail", "Retain", careless{patch: `[{"op":"set","path":"/a","value":1}]`}, "patch[0].op"},
		"no path":             {"applying it would fail", "Retain", careless{patch: `[{"op":"remove"}]`}, "patch[0].path"},
		"not a pointer":       {"applying it would fail", "Retain", careless{patch: `[{"op":"remove","path":"spec"}]`}, "patch[0].path"},
		"no value":            {"applying it would write null", "Retain", careless{patch: `[{"op":"add","path":"/a"}]`}, "patch[0].value"},
		"no source":           {"applying it would fail", "Retain", careless{patch: `[{"op":"copy","path":"/a"}]`}, "patch[0].from"},
		"an empty status":     {"an object may have reported nothing", "InterpretStatus", careless{status: []byte(`{}`)}, ""},
		"no status":           {"Karmada refuses a response without one", "InterpretStatus", careless{}, "want a status, got nil"},
		"a null status":       {"it decodes to none", "InterpretStatus", careless{status: []byte(`null`)}, "want a status, got null"},
		"half a status":       {"the whole response could not be encoded", "InterpretStatus", careless{status: []byte(`{"a":`)}, "valid JSON"},
		"no API version":      {"Karmada refuses it", "InterpretDependency", careless{dependencies: []configv1alpha1.DependentObjectReference{{Kind: "Secret", Name: "a"}}}, "dependencies[0].apiVersion"},
		"no kind":             {"Karmada refuses it", "InterpretDependency", careless{dependencies: []configv1alpha1.DependentObjectReference{{APIVersion: "v1", Name: "a"}}}, "dependencies[0].kind"},
		"nameless dependency": {"Karmada refuses it", "InterpretDependency", careless{dependencies: []configv1alpha1.DependentObjectReference{{APIVersion: "v1", Kind: "Secret"}}}, "dependencies[0].name or labelSelector"},
		"bad selector":        {"Karmada refuses it", "InterpretDependency", careless{dependencies: []configv1alpha1.DependentObjectReference{{APIVersion: "v1", Kind: "Secret", LabelSelector: selector}}}, "dependencies[0].labelSelector"},
		"no dependencies":     {"an object may have none", "InterpretDependency", careless{}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			kind := interpreter.Kind{GroupVersionKind: metav1.GroupVersionKind{Version: "v1", Kind: "Careless"}, Interpreter: test.kind}
			req := &interpreter.Request{UID: "uid", Kind: kind.GroupVersionKind, Operation: test.op}
			response := interpreter.MustRegistry(kind).Interpret(req)
			switch {
			case response.UID != "uid" || response.Successful != (test.want == ""):
				t.Fatalf("%s: got %+v with %+v", test.reason, response, response.Status)
			case test.want != "" && (!response.Bug() || !strings.Contains(response.Status.Message, test.want)):
				t.Errorf("%s: got %+v, want a bug and %q", test.reason, response.Status, test.want)
			}
		})
	}
}

// some implements more than it supports.
type some struct{ careless }

func (some) Supports(operation interpreter.Operation) bool { return operation == "InterpretStatus" }

func TestSelective(t *testing.T) {
	kind := interpreter.Kind{Interpreter: some{}}
	if got := kind.Operations(); len(got) != 1 || got[0] != "InterpretStatus" {
		t.Errorf("got %v, want what it says it supports", got)
	}
}
