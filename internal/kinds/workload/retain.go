// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/patch"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// retained is the part of a Workload that a member cluster may own.
type retained struct {
	Metadata struct {
		Labels struct {
			// RetainReplicas is Karmada's label for "the member's autoscaler owns the replicas" (pkg/util/constants.go).
			RetainReplicas string `json:"resourcetemplate.karmada.io/retain-replicas"`
		} `json:"labels"`
	} `json:"metadata"`
	Spec *retainedSpec `json:"spec"`
}

type retainedSpec struct {
	Paused   *bool  `json:"paused"`
	Replicas *int32 `json:"replicas"`
}

// Retain keeps spec.paused as it is in the member, whether present, absent or false. Under the label
// resourcetemplate.karmada.io/retain-replicas: "true" on the desired object it keeps spec.replicas in the same way.
func (Workload) Retain(req *interpreter.Request) ([]byte, error) {
	var desired, observed retained
	if err := view.Object(req.Object.Raw, "object", &desired); err != nil {
		return nil, err
	}
	var observedRaw []byte
	if req.ObservedObject != nil {
		observedRaw = req.ObservedObject.Raw
	}
	if err := view.Object(observedRaw, "observedObject", &observed); err != nil {
		return nil, err
	}
	p := patch.New()
	spec := p.Object("spec", desired.Spec != nil)
	have, want := desired.spec(), observed.spec()
	patch.Set(spec, "paused", have.Paused, want.Paused)
	if desired.Metadata.Labels.RetainReplicas == "true" {
		if _, err := view.Count(want.Replicas, 1, "observedObject.spec.replicas"); err != nil {
			return nil, err
		}
		patch.Set(spec, "replicas", have.Replicas, want.Replicas)
	}
	return p.JSON()
}

func (r *retained) spec() retainedSpec {
	if r.Spec == nil {
		return retainedSpec{}
	}
	return *r.Spec
}
