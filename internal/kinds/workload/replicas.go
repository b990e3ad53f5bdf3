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
	var object struct {
		Spec struct {
			Replicas count                `json:"replicas"`
			Template podtemplate.Template `json:"template"`
		} `json:"spec"`
	}
	if err := view.Object(req.Object.Raw, "object", &object); err != nil {
		return 0, nil, err
	}
	replicas, err := number(object.Spec.Replicas, 1, "object.spec.replicas")
	return replicas, object.Spec.Template.Requirements(), err
}

// InterpretComponent returns one component with the replicas and requirements of InterpretReplica.
func (w Workload) InterpretComponent(req *interpreter.Request) ([]workv1alpha2.Component, error) {
	replicas, requirements, err := w.InterpretReplica(req)
	if err != nil {
		return nil, err
	}
	main := workv1alpha2.Component{Name: component, Replicas: replicas}
	if requirements != nil {
		main.ReplicaRequirements = &workv1alpha2.ComponentReplicaRequirements{
			NodeClaim:         requirements.NodeClaim,
			ResourceRequest:   requirements.ResourceRequest,
			PriorityClassName: requirements.PriorityClassName,
		}
	}
	return []workv1alpha2.Component{main}, nil
}

// ReviseReplica sets spec.replicas to the replicas of the request.
func (Workload) ReviseReplica(req *interpreter.Request) ([]byte, error) {
	var object struct {
		Spec *struct {
			Replicas count `json:"replicas"`
		} `json:"spec"`
	}
	if err := view.Object(req.Object.Raw, "object", &object); err != nil {
		return nil, err
	}
	if req.DesiredReplicas == nil {
		return nil, &view.Error{Path: "request.replicas", Want: "integer", Got: "nothing"}
	}
	want, err := number(req.DesiredReplicas, 0, "request.replicas")
	if err != nil {
		return nil, err
	}
	var have count
	if object.Spec != nil {
		have = object.Spec.Replicas
	}
	b := patch.Within("spec", object.Spec != nil)
	patch.Set(b, "replicas", have, &want)
	return b.JSON()
}
