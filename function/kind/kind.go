// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package kind is everything that a kind of resource is written with, in a module of one's own or in this one. A kind is a
// value with one method for each operation of Karmada's resource interpreter that it supports:
//
//	type Farm struct{}
//
//	func (Farm) InterpretReplica(req *kind.Request) (int32, *kind.ReplicaRequirements, error)
//
//	func main() { kind.Main(kind.Kind{GroupVersionKind: ..., Interpreter: Farm{}}) }
//
// What it implements is what it supports: the configuration for Karmada, made by package command, follows from it. Every
// method is called concurrently and must be a pure function of its request; package kindtest checks that and the other
// promises that every kind makes.
package kind

import (
	"net/http"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/app/run"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/patch"
	"workload.example.io/interpreter/internal/interpreter/podtemplate"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// A kind, and the interfaces of the operations that it may implement.
type (
	// Kind names a kind of resource and holds what interprets it.
	Kind = interpreter.Kind
	// Manifests are the YAML documents that a kind brings for its users.
	Manifests = interpreter.Manifests
	// Request is Karmada's request. What it holds is valid until the method returns.
	Request = interpreter.Request
	// Operation is the name of an operation in Karmada's API.
	Operation = interpreter.Operation

	// ReplicaInterpreter has InterpretReplica(*Request) (int32, *ReplicaRequirements, error): the desired replicas and what
	// each of them requires, nil for nothing.
	ReplicaInterpreter = interpreter.ReplicaInterpreter
	// ComponentInterpreter has InterpretComponent(*Request) ([]Component, error).
	ComponentInterpreter = interpreter.ComponentInterpreter
	// ReplicaReviser has ReviseReplica(*Request) (patch []byte, err error): the JSON Patch that gives the object the replicas
	// of Request.DesiredReplicas, nil if it has them.
	ReplicaReviser = interpreter.ReplicaReviser
	// Retainer has Retain(*Request) (patch []byte, err error): the JSON Patch that keeps in Request.Object what the member
	// cluster owns in Request.ObservedObject, nil if nothing differs.
	Retainer = interpreter.Retainer
	// StatusAggregator has AggregateStatus(*Request) (patch []byte, warnings []string, err error): the JSON Patch of the
	// object's status for all members' statuses, nil if it is right already.
	StatusAggregator = interpreter.StatusAggregator
	// StatusInterpreter has InterpretStatus(*Request) (json.RawMessage, error): the part of a member's status that Karmada
	// collects.
	StatusInterpreter = interpreter.StatusInterpreter
	// HealthInterpreter has InterpretHealth(*Request) (bool, error). "No status yet" is false, not an error.
	HealthInterpreter = interpreter.HealthInterpreter
	// DependencyInterpreter has InterpretDependency(*Request) ([]Dependency, error): what must follow the object into a
	// member, sorted and without duplicates.
	DependencyInterpreter = interpreter.DependencyInterpreter
	// Selective is for a type that has the methods of more operations than it supports.
	Selective = interpreter.Selective
)

// What methods read and return.
type (
	// ReplicaRequirements are what one replica needs, of Karmada's API.
	ReplicaRequirements = workv1alpha2.ReplicaRequirements
	// Component is one of several groups of replicas, of Karmada's API. Names are unique and have 1 to 32 characters.
	Component = workv1alpha2.Component
	// Dependency is an object that must follow into the members, of Karmada's API.
	Dependency = configv1alpha1.DependentObjectReference
	// PodTemplate is a field of a view struct that holds a pod template. It has the methods Requirements(), Component(name,
	// replicas) and Dependencies(namespace).
	PodTemplate = podtemplate.Template
	// Error says what was expected where in a document, without a value.
	Error = view.Error
	// Patch is an object of a document for which a patch is built. It has the methods Object(name, present) and Item(name,
	// index) for what it contains, Add(name, value) and Remove(name), and JSON() for the whole patch.
	Patch = patch.Object
)

// Read decodes an object of a request into v, a pointer to a view struct: a struct with the few fields that the operation
// reads. The place, "object" or "observedObject", begins the path in an error. Everything that the view does not name is
// skipped, so a small view is a fast one.
func Read(object []byte, place string, v any) error { return view.Object(object, place, v) }

// Count returns a number of replicas as it stands in an object, or what it means to be absent. A negative one is an error.
func Count(value *int32, absent int32, path string) (int32, error) {
	return view.Count(value, absent, path)
}

// EachStatus calls read with the status of each member cluster, decoded into a T. The warnings name the members whose
// status could not be read or was refused.
func EachStatus[T any](req *Request, read func(cluster string, status *T) error) (warnings []string) {
	return interpreter.EachStatus(req, read)
}

// Sum adds up a count over the statuses of all members. The path is where the count stands, such as "status.ready".
func Sum[T any](req *Request, path string, count func(*T) *int32) (sum int32, warnings []string, err error) {
	return interpreter.Sum(req, path, count)
}

// MergeDependencies returns one sorted list without duplicates: Karmada compares it as a string.
func MergeDependencies(lists ...[]Dependency) []Dependency { return podtemplate.Merge(lists...) }

// NewPatch starts a JSON Patch of the object of a request.
func NewPatch() *Patch { return patch.New() }

// Set makes the member name of the object equal to want, where have is its value now; nil means that it is absent.
func Set[T comparable](object *Patch, name string, have, want *T) {
	patch.Set(object, name, have, want)
}

// Main serves the kinds, and those that the settings describe, until SIGTERM: the whole server with limits, TLS, path
// secrets, drain, probes and metrics. Its settings come from the environment and are listed in knative/settings.md.
func Main(kinds ...Kind) { run.Main(kinds...) }

// Handler returns the function for a server that is not ours, such as the Functions Framework's. The settings are read at
// the first call; if one is wrong, every call is answered with an error that says which.
func Handler(kinds ...Kind) http.Handler { return app.Managed(kinds...) }
