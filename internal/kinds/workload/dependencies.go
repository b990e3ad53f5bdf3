// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"cmp"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/podtemplate"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// InterpretDependency lists what the pod template refers to, in the namespace of the Workload.
func (Workload) InterpretDependency(req *interpreter.Request) ([]configv1alpha1.DependentObjectReference, error) {
	var object struct {
		Metadata struct {
			Namespace view.Name `json:"namespace"`
		} `json:"metadata"`
		Spec struct {
			Template podtemplate.Template `json:"template"`
		} `json:"spec"`
	}
	if err := view.Object(req.Object.Raw, "object", &object); err != nil {
		return nil, err
	}
	return object.Spec.Template.Dependencies(cmp.Or(string(object.Metadata.Namespace), req.Namespace)), nil
}
