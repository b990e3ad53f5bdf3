// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package workload says what a Workload of group workload.example.io means to Karmada, one method per operation. Every
// method is a pure function of its request and reads only the fields that it needs; any version of the group with the
// same shape is understood.
//
// Absent and null mean the same everywhere. An absent spec.replicas means 1, as the API documents it.
package workload

import (
	_ "embed" // for the manifests

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
)

// Workload interprets Workloads. Its zero value is ready for use.
type Workload struct{}

var (
	_ interpreter.ReplicaInterpreter    = Workload{}
	_ interpreter.ComponentInterpreter  = Workload{}
	_ interpreter.ReplicaReviser        = Workload{}
	_ interpreter.Retainer              = Workload{}
	_ interpreter.StatusAggregator      = Workload{}
	_ interpreter.StatusInterpreter     = Workload{}
	_ interpreter.HealthInterpreter     = Workload{}
	_ interpreter.DependencyInterpreter = Workload{}
)

// The manifests that come with the kind: crd.yaml is generated from v1alpha1 by scripts/generate.sh.
var (
	//go:embed manifests/crd.yaml
	crd []byte
	//go:embed manifests/crd-propagation.yaml
	crdPropagation []byte
	//go:embed manifests/example.yaml
	example []byte
	//go:embed manifests/member.yaml
	member []byte
	//go:embed manifests/propagation.yaml
	propagation []byte
)

// Kind returns the kind Workload for the registry.
func Kind() interpreter.Kind {
	return interpreter.Kind{
		GroupVersionKind: metav1.GroupVersionKind{Group: "workload.example.io", Version: "v1alpha1", Kind: "Workload"},
		Interpreter:      Workload{},
		Manifests: interpreter.Manifests{
			CRD: crd, CRDPropagation: crdPropagation, Example: example, Member: member, Propagation: propagation,
		},
	}
}
