// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package interpreter

import (
	"encoding/json"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"
)

// Request is Karmada's own type. Object, ObservedObject and the statuses hold raw JSON that has been
// checked for syntax; they are only valid until the response is written.
type Request = configv1alpha1.ResourceInterpreterRequest

// Operation is the name of an operation in Karmada's API.
type Operation = configv1alpha1.InterpreterOperation

// ReplicaInterpreter reads the desired replicas and what each replica requires, nil if it requires nothing.
type ReplicaInterpreter interface {
	InterpretReplica(*Request) (int32, *workv1alpha2.ReplicaRequirements, error)
}

// ComponentInterpreter reads the components of an object. Names are unique and have at most 32 characters.
type ComponentInterpreter interface {
	InterpretComponent(*Request) ([]workv1alpha2.Component, error)
}

// ReplicaReviser returns the JSON Patch that gives the object the replicas of the request, nil if it has them.
type ReplicaReviser interface {
	ReviseReplica(*Request) (patch []byte, err error)
}

// Retainer returns the JSON Patch that keeps in the desired object what the member cluster owns, nil if nothing differs.
type Retainer interface {
	Retain(*Request) (patch []byte, err error)
}

// StatusAggregator returns the JSON Patch of the object's status for the statuses of all members, nil if it is right
// already. A member whose status cannot be read is left out and named in one warning.
type StatusAggregator interface {
	AggregateStatus(*Request) (patch []byte, warnings []string, err error)
}

// StatusInterpreter returns the part of a member's status that Karmada collects.
type StatusInterpreter interface {
	InterpretStatus(*Request) (json.RawMessage, error)
}

// HealthInterpreter reports whether the object is healthy. "No status yet" is false, not an error.
type HealthInterpreter interface {
	InterpretHealth(*Request) (bool, error)
}

// DependencyInterpreter lists the objects that must follow the object into a member, sorted and without duplicates.
type DependencyInterpreter interface {
	InterpretDependency(*Request) ([]configv1alpha1.DependentObjectReference, error)
}

// operation binds the name of an operation to the interface that a kind implements to support it.
type operation struct {
	name Operation
	bind func(kind any) handler
}

// handler runs one operation of one kind and puts the result into the response.
type handler func(*Request, *Response) error

// operations lists every operation in the order in which they are shown and registered.
var operations = []operation{
	on(configv1alpha1.InterpreterOperationInterpretReplica, func(k ReplicaInterpreter, req *Request, res *Response) error {
		replicas, requirements, err := k.InterpretReplica(req)
		res.Replicas, res.ReplicaRequirements = &replicas, requirements
		return err
	}),
	on(configv1alpha1.InterpreterOperationInterpretComponent, func(k ComponentInterpreter, req *Request, res *Response) (err error) {
		res.Components, err = k.InterpretComponent(req)
		return err
	}),
	on(configv1alpha1.InterpreterOperationReviseReplica, func(k ReplicaReviser, req *Request, res *Response) error {
		patch, err := k.ReviseReplica(req)
		res.setPatch(patch)
		return err
	}),
	on(configv1alpha1.InterpreterOperationRetain, func(k Retainer, req *Request, res *Response) error {
		patch, err := k.Retain(req)
		res.setPatch(patch)
		return err
	}),
	on(configv1alpha1.InterpreterOperationAggregateStatus, func(k StatusAggregator, req *Request, res *Response) error {
		patch, warnings, err := k.AggregateStatus(req)
		res.setPatch(patch)
		res.Warnings = warnings
		return err
	}),
	on(configv1alpha1.InterpreterOperationInterpretStatus, func(k StatusInterpreter, req *Request, res *Response) error {
		status, err := k.InterpretStatus(req)
		res.RawStatus = &runtime.RawExtension{Raw: status}
		return err
	}),
	on(configv1alpha1.InterpreterOperationInterpretHealth, func(k HealthInterpreter, req *Request, res *Response) error {
		healthy, err := k.InterpretHealth(req)
		res.Healthy = &healthy
		return err
	}),
	on(configv1alpha1.InterpreterOperationInterpretDependency, func(k DependencyInterpreter, req *Request, res *Response) (err error) {
		res.Dependencies, err = k.InterpretDependency(req)
		return err
	}),
}

// Operations returns the name of every operation of Karmada's API.
func Operations() []Operation {
	names := make([]Operation, len(operations))
	for i, op := range operations {
		names[i] = op.name
	}
	return names
}

// handlerOf returns what runs the operation for an interpreter, nil if it does not support it.
func (op operation) handlerOf(interpreter any) handler {
	if selective, ok := interpreter.(Selective); ok && !selective.Supports(op.name) {
		return nil
	}
	return op.bind(interpreter)
}

// on makes an operation out of the interface T that supports it and the function that calls it.
func on[T any](name Operation, call func(T, *Request, *Response) error) operation {
	return operation{name: name, bind: func(kind any) handler {
		k, ok := kind.(T)
		if !ok {
			return nil
		}
		return func(req *Request, res *Response) error { return call(k, req, res) }
	}}
}
