// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package queue says what a Queue means to Karmada: brokers and workers, two groups of pods with a template each.
package queue

import (
	"cmp"
	_ "embed" // for the example
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/function/kind"
)

//go:embed example.yaml
var example []byte

// Kind returns the kind Queue.
func Kind() kind.Kind {
	return kind.Kind{
		GroupVersionKind: metav1.GroupVersionKind{Group: "queues.example.com", Version: "v1", Kind: "Queue"},
		Interpreter:      queue{},
		Manifests:        kind.Manifests{Example: example},
	}
}

type queue struct{}

var (
	_ kind.ComponentInterpreter  = queue{}
	_ kind.StatusAggregator      = queue{}
	_ kind.HealthInterpreter     = queue{}
	_ kind.DependencyInterpreter = queue{}
)

// spec is what the operations read of a Queue.
type spec struct {
	Metadata struct {
		Namespace string `json:"namespace"`
	} `json:"metadata"`
	Spec struct {
		Broker  group `json:"broker"`
		Workers group `json:"workers"`
	} `json:"spec"`
}

type group struct {
	Replicas *int32           `json:"replicas"`
	Template kind.PodTemplate `json:"template"`
}

type status struct {
	ReadyBrokers *int32 `json:"readyBrokers"`
	ReadyWorkers *int32 `json:"readyWorkers"`
}

// InterpretComponent returns both groups with what a replica of each requires.
func (queue) InterpretComponent(req *kind.Request) ([]kind.Component, error) {
	var object spec
	if err := kind.Read(req.Object.Raw, "object", &object); err != nil {
		return nil, err
	}
	brokers, err := kind.Count(object.Spec.Broker.Replicas, 1, "object.spec.broker.replicas")
	if err != nil {
		return nil, err
	}
	workers, err := kind.Count(object.Spec.Workers.Replicas, 1, "object.spec.workers.replicas")
	if err != nil {
		return nil, err
	}
	return []kind.Component{
		object.Spec.Broker.Template.Component("broker", brokers),
		object.Spec.Workers.Template.Component("workers", workers),
	}, nil
}

// AggregateStatus adds up what is ready in the members and leaves the rest of the status alone.
func (queue) AggregateStatus(req *kind.Request) ([]byte, []string, error) {
	var object struct {
		Status *status `json:"status"`
	}
	if err := kind.Read(req.Object.Raw, "object", &object); err != nil {
		return nil, nil, err
	}
	brokers, warnings, err := kind.Sum(req, "status.readyBrokers", func(s *status) *int32 { return s.ReadyBrokers })
	if err != nil {
		return nil, nil, err
	}
	workers, more, err := kind.Sum(req, "status.readyWorkers", func(s *status) *int32 { return s.ReadyWorkers })
	if err != nil {
		return nil, nil, err
	}
	have := cmp.Or(object.Status, &status{})
	document := kind.NewPatch()
	target := document.Object("status", object.Status != nil)
	kind.Set(target, "readyBrokers", have.ReadyBrokers, &brokers)
	kind.Set(target, "readyWorkers", have.ReadyWorkers, &workers)
	patch, err := document.JSON()
	return patch, slices.Compact(slices.Sorted(slices.Values(append(warnings, more...)))), err
}

// InterpretHealth reports whether a majority of the brokers is ready.
func (queue) InterpretHealth(req *kind.Request) (bool, error) {
	var object struct {
		spec
		Status status `json:"status"`
	}
	if err := kind.Read(req.Object.Raw, "object", &object); err != nil {
		return false, err
	}
	brokers, err := kind.Count(object.Spec.Broker.Replicas, 1, "object.spec.broker.replicas")
	if err != nil {
		return false, err
	}
	ready, err := kind.Count(object.Status.ReadyBrokers, 0, "object.status.readyBrokers")
	return ready > brokers/2, err
}

// InterpretDependency lists what both templates refer to.
func (queue) InterpretDependency(req *kind.Request) ([]kind.Dependency, error) {
	var object spec
	if err := kind.Read(req.Object.Raw, "object", &object); err != nil {
		return nil, err
	}
	namespace := cmp.Or(object.Metadata.Namespace, req.Namespace)
	return kind.MergeDependencies(
		object.Spec.Broker.Template.Dependencies(namespace),
		object.Spec.Workers.Template.Dependencies(namespace),
	), nil
}
