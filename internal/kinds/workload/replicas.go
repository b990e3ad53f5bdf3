// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/patch"
	"workload.example.io/interpreter/internal/interpreter/podtemplate"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// component is the name of the only component of a Workload.
const component = "main"

// InterpretReplica returns spec.replicas, 1 if it is absent, and what the pod template requires.
func (Workload) InterpretReplica(req *interpreter.Request) (int32, *workv1alpha2.ReplicaRequirements, error) {
	object, replicas, err := readReplicas(req)
	if err != nil {
		return 0, nil, err
	}
	return replicas, object.Spec.Template.Requirements(), nil
}

// replicated is the part of a Workload that says how many pods of which template are desired.
type replicated struct {
	Spec struct {
		Replicas *int32               `json:"replicas"`
		Template podtemplate.Template `json:"template"`
	} `json:"spec"`
}

func readReplicas(req *interpreter.Request) (*replicated, int32, error) {
	var object replicated
	if err := view.Object(req.Object.Raw, "object", &object); err != nil {
		return nil, 0, err
	}
	replicas, err := view.Count(object.Spec.Replicas, 1, "object.spec.replicas")
	return &object, replicas, err
}

// InterpretComponent returns one component with the replicas and requirements of InterpretReplica.
func (Workload) InterpretComponent(req *interpreter.Request) ([]workv1alpha2.Component, error) {
	object, replicas, err := readReplicas(req)
	if err != nil {
		return nil, err
	}
	return []workv1alpha2.Component{object.Spec.Template.Component(component, replicas)}, nil
}

// ReviseReplica sets spec.replicas to the replicas of the request.
func (Workload) ReviseReplica(req *interpreter.Request) ([]byte, error) {
	var object struct {
		Spec *struct {
			Replicas *int32 `json:"replicas"`
		} `json:"spec"`
	}
	if err := view.Object(req.Object.Raw, "object", &object); err != nil {
		return nil, err
	}
	if req.DesiredReplicas == nil {
		return nil, &view.Error{Path: "request.replicas", Want: "integer", Got: "nothing"}
	}
	want, err := view.Count(req.DesiredReplicas, 0, "request.replicas")
	if err != nil {
		return nil, err
	}
	var have *int32
	if object.Spec != nil {
		have = object.Spec.Replicas
	}
	p := patch.New()
	spec := p.Object("spec", object.Spec != nil)
	patch.Set(spec, "replicas", have, &want)
	return p.JSON()
}
