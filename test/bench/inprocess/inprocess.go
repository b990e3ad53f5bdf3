// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package inprocess asks the interpreters that run within Karmada's own processes: the one for Lua scripts, with a script
// that answers as this repository's function does, and the native one for a Deployment.
package inprocess

import (
	_ "embed"
	"fmt"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/declarative"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/default/native"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"
)

//go:embed workload.yaml
var customization []byte

// interpreter is what the two have in common.
type interpreter interface {
	GetReplicas(*unstructured.Unstructured) (int32, *workv1alpha2.ReplicaRequirements, error)
	GetComponents(*unstructured.Unstructured) ([]workv1alpha2.Component, error)
	ReviseReplica(*unstructured.Unstructured, int64) (*unstructured.Unstructured, error)
	Retain(desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error)
	AggregateStatus(*unstructured.Unstructured, []workv1alpha2.AggregatedStatusItem) (*unstructured.Unstructured, error)
	ReflectStatus(*unstructured.Unstructured) (*runtime.RawExtension, error)
	InterpretHealth(*unstructured.Unstructured) (bool, error)
	GetDependencies(*unstructured.Unstructured) ([]configv1alpha1.DependentObjectReference, error)
}

// Interpreter is one of the two.
type Interpreter struct {
	interpreter
	// deployment says that every object is made a Deployment before it is asked about.
	deployment bool
}

// Lua returns Karmada's interpreter with the script for a Workload.
func Lua() (*Interpreter, error) {
	var config configv1alpha1.ResourceInterpreterCustomization
	if err := yaml.UnmarshalStrict(customization, &config); err != nil {
		return nil, fmt.Errorf("cannot read workload.yaml: %w", err)
	}
	configurable := declarative.NewConfigurableInterpreter(nil)
	configurable.LoadConfig([]*configv1alpha1.ResourceInterpreterCustomization{&config})
	return &Interpreter{interpreter: lua{configurable}}, nil
}

// Native returns Karmada's interpreter for its known kinds.
func Native() *Interpreter {
	return &Interpreter{interpreter: native.NewDefaultInterpreter(), deployment: true}
}

// Question is a question ready to be asked any number of times.
type Question struct {
	operation        configv1alpha1.InterpreterOperation
	object, observed *unstructured.Unstructured
	replicas         int64
	statuses         []workv1alpha2.AggregatedStatusItem
}

// Question reads a request.
func (i *Interpreter) Question(request *configv1alpha1.ResourceInterpreterRequest) (*Question, error) {
	q := &Question{operation: request.Operation, statuses: request.AggregatedStatus}
	if request.DesiredReplicas != nil {
		q.replicas = int64(*request.DesiredReplicas)
	}
	var err error
	if q.object, err = i.object(request.Object.Raw); err != nil || request.ObservedObject == nil {
		return q, err
	}
	q.observed, err = i.object(request.ObservedObject.Raw)
	return q, err
}

func (i *Interpreter) object(raw []byte) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(raw); err != nil {
		return nil, err
	}
	if i.deployment {
		object.SetAPIVersion("apps/v1")
		object.SetKind("Deployment")
	}
	return object, nil
}

// Ask asks and returns what Karmada works on with. Native interpreters change the object that they are given, so they get
// a copy, as Karmada makes one.
func (i *Interpreter) Ask(q *Question) (any, error) {
	object := q.object
	if i.deployment {
		object = object.DeepCopy()
	}
	switch q.operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		replicas, requirements, err := i.GetReplicas(object)
		return map[string]any{"replicas": replicas, "replicaRequirements": requirements}, err
	case configv1alpha1.InterpreterOperationInterpretComponent:
		return i.GetComponents(object)
	case configv1alpha1.InterpreterOperationReviseReplica:
		return i.ReviseReplica(object, q.replicas)
	case configv1alpha1.InterpreterOperationRetain:
		return i.Retain(object, q.observed)
	case configv1alpha1.InterpreterOperationAggregateStatus:
		return i.AggregateStatus(object, q.statuses)
	case configv1alpha1.InterpreterOperationInterpretStatus:
		return i.ReflectStatus(object)
	case configv1alpha1.InterpreterOperationInterpretHealth:
		return i.InterpretHealth(object)
	case configv1alpha1.InterpreterOperationInterpretDependency:
		return i.GetDependencies(object)
	}
	return nil, fmt.Errorf("cannot ask %s: want one of the operations of this interpreter", q.operation)
}
