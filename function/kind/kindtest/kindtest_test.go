// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kindtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/function/kind"
)

// gadget is a right kind, unless one of its functions takes the place of a method.
type gadget struct {
	replicas   func(*kind.Request) (int32, *kind.ReplicaRequirements, error)
	revise     func(*kind.Request) ([]byte, error)
	aggregate  func(*kind.Request) ([]byte, []string, error)
	health     func(*kind.Request) (bool, error)
	dependency func(*kind.Request) ([]kind.Dependency, error)
}

type gadgetView struct {
	Spec *struct {
		Replicas *int32           `json:"replicas"`
		Template kind.PodTemplate `json:"template"`
	} `json:"spec"`
	Status *gadgetStatus `json:"status"`
}

type gadgetStatus struct {
	Ready *int32 `json:"ready"`
}

func readGadget(req *kind.Request) (gadgetView, int32, error) {
	var object gadgetView
	if err := kind.Read(req.Object.Raw, "object", &object); err != nil || object.Spec == nil {
		return object, 1, err
	}
	replicas, err := kind.Count(object.Spec.Replicas, 1, "object.spec.replicas")
	return object, replicas, err
}

func (g gadget) InterpretReplica(req *kind.Request) (int32, *kind.ReplicaRequirements, error) {
	if g.replicas != nil {
		return g.replicas(req)
	}
	object, replicas, err := readGadget(req)
	if err != nil || object.Spec == nil {
		return replicas, nil, err
	}
	return replicas, object.Spec.Template.Requirements(), nil
}

func (g gadget) ReviseReplica(req *kind.Request) ([]byte, error) {
	if g.revise != nil {
		return g.revise(req)
	}
	object, _, err := readGadget(req)
	if err != nil {
		return nil, err
	}
	var have *int32
	if object.Spec != nil {
		have = object.Spec.Replicas
	}
	patch := kind.NewPatch()
	kind.Set(patch.Object("spec", object.Spec != nil), "replicas", have, req.DesiredReplicas)
	return patch.JSON()
}

func (g gadget) AggregateStatus(req *kind.Request) ([]byte, []string, error) {
	if g.aggregate != nil {
		return g.aggregate(req)
	}
	var object gadgetView
	if err := kind.Read(req.Object.Raw, "object", &object); err != nil {
		return nil, nil, err
	}
	sum, warnings, err := kind.Sum(req, "status.ready", func(s *gadgetStatus) *int32 { return s.Ready })
	if err != nil {
		return nil, nil, err
	}
	var have *int32
	if object.Status != nil {
		have = object.Status.Ready
	}
	patch := kind.NewPatch()
	kind.Set(patch.Object("status", object.Status != nil), "ready", have, &sum)
	changes, err := patch.JSON()
	return changes, warnings, err
}

func (g gadget) InterpretHealth(req *kind.Request) (bool, error) {
	if g.health != nil {
		return g.health(req)
	}
	object, replicas, err := readGadget(req)
	if err != nil || object.Status == nil {
		return false, err
	}
	ready, err := kind.Count(object.Status.Ready, 0, "object.status.ready")
	return ready == replicas, err
}

func (g gadget) InterpretDependency(req *kind.Request) ([]kind.Dependency, error) {
	if g.dependency != nil {
		return g.dependency(req)
	}
	object, _, err := readGadget(req)
	if err != nil || object.Spec == nil {
		return nil, err
	}
	return object.Spec.Template.Dependencies(req.Namespace), nil
}

const gadgetExample = `
apiVersion: example.com/v1
kind: Gadget
metadata: {name: example, labels: {app: example}}
spec:
  replicas: 2
  paused: false
  template: {spec: {containers: [{name: a, image: a, envFrom: [{secretRef: {name: b}}, {configMapRef: {name: a}}]}]}}
status: {ready: 1, phase: Running}
`

func suite(g gadget, owned string) Suite {
	return Suite{
		Kind: kind.Kind{
			GroupVersionKind: metav1.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Gadget"},
			Interpreter:      g, Manifests: kind.Manifests{Example: []byte(gadgetExample)},
		},
		Statuses: []string{`{ready: 2}`, `{}`, `{ready: 3, phase: Failed}`},
		Owned:    map[kind.Operation][]string{"ReviseReplica": {"/spec/replicas"}, "AggregateStatus": {owned}},
	}
}

func TestRight(t *testing.T) {
	Run(t, suite(gadget{}, "/status/ready"))
}

func FuzzRight(f *testing.F) {
	Fuzz(f, suite(gadget{}, "/status/ready"))
}

// TestWrong has one kind for each rule that breaks it, and is caught by it.
func TestWrong(t *testing.T) {
	var calls atomic.Int32
	kinds := map[string]gadget{
		"answered": {health: func(*kind.Request) (bool, error) { return false, errors.New("not yet written") }},
		"total": {replicas: func(req *kind.Request) (int32, *kind.ReplicaRequirements, error) {
			var object map[string]any
			err := json.Unmarshal(req.Object.Raw, &object)
			return int32(object["spec"].(map[string]any)["replicas"].(float64)), nil, err
		}},
		"deterministic": {replicas: func(*kind.Request) (int32, *kind.ReplicaRequirements, error) { return calls.Add(1), nil, nil }},
		"owned": {revise: func(req *kind.Request) ([]byte, error) {
			return fmt.Appendf(nil, `[{"op":"add","path":"/spec","value":{"replicas":%d}}]`, *req.DesiredReplicas), nil
		}},
		"lossless": {aggregate: func(req *kind.Request) ([]byte, []string, error) {
			sum, warnings, err := kind.Sum(req, "status.ready", func(s *gadgetStatus) *int32 { return s.Ready })
			return fmt.Appendf(nil, `[{"op":"add","path":"/status","value":{"ready":%d}}]`, sum), warnings, err
		}},
		"idempotent": {revise: func(req *kind.Request) ([]byte, error) {
			var object gadgetView
			if err := kind.Read(req.Object.Raw, "object", &object); err != nil || object.Spec == nil {
				return nil, err
			}
			return fmt.Appendf(nil, `[{"op":"add","path":"/spec/replicas","value":%d}]`, *req.DesiredReplicas), nil
		}},
		"members": {aggregate: func(req *kind.Request) ([]byte, []string, error) {
			last := req.AggregatedStatus[len(req.AggregatedStatus)-1]
			return fmt.Appendf(nil, `[{"op":"add","path":"/status","value":%s}]`, last.Status.Raw), nil, nil
		}},
		"sorted": {dependency: func(*kind.Request) ([]kind.Dependency, error) {
			return []kind.Dependency{{APIVersion: "v1", Kind: "Secret", Name: "b"}, {APIVersion: "v1", Kind: "Secret", Name: "a"}}, nil
		}},
		"absent": {health: func(req *kind.Request) (bool, error) {
			object, _, err := readGadget(req)
			if err == nil && object.Status == nil {
				err = &kind.Error{Path: "object.status", Want: "object", Got: "nothing"}
			}
			return false, err
		}},
		"names": {replicas: func(req *kind.Request) (int32, *kind.ReplicaRequirements, error) {
			var object struct{ Spec struct{ Replicas int32 } }
			err := json.Unmarshal(req.Object.Raw, &object)
			return max(object.Spec.Replicas, 0), nil, err
		}},
		"discreet": {replicas: func(req *kind.Request) (int32, *kind.ReplicaRequirements, error) {
			var object struct {
				Spec struct {
					Replicas any `json:"replicas"`
				} `json:"spec"`
			}
			if err := kind.Read(req.Object.Raw, "object", &object); err != nil {
				return 0, nil, err
			}
			if _, ok := object.Spec.Replicas.(float64); !ok && object.Spec.Replicas != nil {
				return 0, nil, fmt.Errorf("cannot use %v as replicas", object.Spec.Replicas)
			}
			return 1, nil, nil
		}},
		"bounded": {health: func(req *kind.Request) (bool, error) {
			var seen []byte
			for i := 0; i < len(req.Object.Raw); i += 64 {
				seen = append([]byte(nil), req.Object.Raw[:i]...)
			}
			return len(seen) == 0, nil
		}},
	}
	for _, rule := range rules {
		if rule.name == "random" {
			continue // it applies the others
		}
		t.Run(rule.name, func(t *testing.T) {
			wrong, ok := kinds[rule.name]
			if !ok {
				t.Fatal("no kind breaks this rule")
			}
			s, err := newSession(suite(wrong, "/status"))
			if err != nil {
				t.Fatal(err)
			}
			if err := rule.check(s); err == nil {
				t.Error("the rule does not catch the kind that breaks it")
			} else {
				t.Log(err)
			}
		})
	}
}

func TestMistakesInTheSuite(t *testing.T) {
	tests := map[string]struct {
		reason string
		change func(*Suite)
	}{
		"no object":   {"nothing to ask about", func(s *Suite) { s.Kind.Manifests.Example = nil }},
		"a list":      {"an object is wanted", func(s *Suite) { s.Objects = []string{"[]"} }},
		"not owned":   {"a patch that may change nothing cannot be right", func(s *Suite) { delete(s.Owned, "ReviseReplica") }},
		"no interest": {"a kind supports something", func(s *Suite) { s.Kind.Interpreter = struct{}{} }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := suite(gadget{}, "/status/ready")
			test.change(&s)
			if _, err := newSession(s); err == nil {
				t.Errorf("%s: want an error", test.reason)
			}
		})
	}
}

// TestStack checks that whoever writes a kind learns which line of it panics.
func TestStack(t *testing.T) {
	var status *gadgetStatus
	s, err := newSession(suite(gadget{health: func(*kind.Request) (bool, error) { return *status.Ready > 0, nil }}, "/status"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.ask(query{operation: "InterpretHealth", object: []byte("{}")})
	if err == nil || !strings.Contains(err.Error(), "kindtest_test.go:") {
		t.Errorf("got %v, want an error with the place of the panic in kindtest_test.go", err)
	}
}
