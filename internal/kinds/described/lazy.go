// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"encoding/json"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/internal/interpreter"
)

// lazy is a kind that is compiled when it is first asked.
type lazy struct {
	description *Description
	compile     func() (*kind, error)
	// checked means that there was a CRD.
	checked bool
}

var _ interpreter.Selective = (*lazy)(nil)

// Supports reports whether the operation is described.
func (l *lazy) Supports(operation interpreter.Operation) bool {
	spec := &l.description.Spec
	switch operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		return spec.ReplicaResource != nil
	case configv1alpha1.InterpreterOperationInterpretComponent:
		return spec.ComponentResource != nil
	case configv1alpha1.InterpreterOperationReviseReplica:
		return spec.ReplicaRevision != nil
	case configv1alpha1.InterpreterOperationRetain:
		return spec.Retention != nil
	case configv1alpha1.InterpreterOperationInterpretStatus:
		return spec.StatusReflection != nil
	case configv1alpha1.InterpreterOperationAggregateStatus:
		return spec.StatusAggregation != nil
	case configv1alpha1.InterpreterOperationInterpretHealth:
		return spec.HealthInterpretation != nil
	case configv1alpha1.InterpreterOperationInterpretDependency:
		return spec.DependencyInterpretation != nil
	}
	return false
}

// The operations, each by the compiled kind.

func (l *lazy) InterpretReplica(req *interpreter.Request) (int32, *workv1alpha2.ReplicaRequirements, error) {
	k, err := l.compile()
	if err != nil {
		return 0, nil, err
	}
	return k.InterpretReplica(req)
}

func (l *lazy) InterpretComponent(req *interpreter.Request) ([]workv1alpha2.Component, error) {
	return ask(l, (*kind).InterpretComponent, req)
}

func (l *lazy) ReviseReplica(req *interpreter.Request) ([]byte, error) {
	return ask(l, (*kind).ReviseReplica, req)
}

func (l *lazy) Retain(req *interpreter.Request) ([]byte, error) { return ask(l, (*kind).Retain, req) }

func (l *lazy) AggregateStatus(req *interpreter.Request) ([]byte, []string, error) {
	k, err := l.compile()
	if err != nil {
		return nil, nil, err
	}
	return k.AggregateStatus(req)
}

func (l *lazy) InterpretStatus(req *interpreter.Request) (json.RawMessage, error) {
	return ask(l, (*kind).InterpretStatus, req)
}

func (l *lazy) InterpretHealth(req *interpreter.Request) (bool, error) {
	return ask(l, (*kind).InterpretHealth, req)
}

func (l *lazy) InterpretDependency(req *interpreter.Request) ([]configv1alpha1.DependentObjectReference, error) {
	return ask(l, (*kind).InterpretDependency, req)
}

// ask compiles the kind if it is not and asks it.
func ask[T any](l *lazy, operation func(*kind, *interpreter.Request) (T, error), req *interpreter.Request) (T, error) {
	k, err := l.compile()
	if err != nil {
		var none T
		return none, err
	}
	return operation(k, req)
}
