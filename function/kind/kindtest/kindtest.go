// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package kindtest holds a kind to the promises that every kind makes to Karmada: Run asks it through the real handler,
// about its examples and about thousands of variations of them, and Fuzz does the same with whatever the fuzzer finds.
//
//	func TestConformance(t *testing.T) {
//		kindtest.Run(t, kindtest.Suite{Kind: farmKind, Owned: map[kind.Operation][]string{"ReviseReplica": {"/spec/replicas"}}})
//	}
//
// The rules, each a subtest:
//
//	answered       every operation that the kind supports answers about every example, the others are refused
//	total          any JSON in place of the object or a part of it gets an answer, never a panic or an invalid response
//	deterministic  the same request gets the same bytes, asked again and from many goroutines at once
//	owned          a patch applies, and changes only what its operation owns
//	lossless       members that nobody knows survive a patch in their form
//	idempotent     a patched object needs no patch, and a revised one has the replicas it was given
//	members        AggregateStatus does not depend on the order of members, and one unreadable status loses no other
//	sorted         dependencies are sorted and free of duplicates
//	absent         an object without a status is no error for InterpretHealth; null means the same as absent
//	names          member names are matched case-sensitively
//	discreet       an error holds no value of the object, and fits into an Event
//	bounded        what a call allocates grows with its size and not faster
//	random         what holds for any request, for random combinations of all these variations
package kindtest

import (
	"fmt"
	"net/http"
	"testing"

	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/function/kind"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/webhook"
)

// Suite says what the rules have to know of a kind.
type Suite struct {
	Kind kind.Kind
	// Objects are objects of the kind as a member has them, with a status, as YAML or JSON. The example that the kind
	// brings is always one of them; there must be one.
	Objects []string
	// Statuses are statuses as members report them, as YAML or JSON. Those of the objects are always among them.
	Statuses []string
	// Owned lists what an operation may patch, as JSON pointers: these values and all below them. It is wanted for each of
	// ReviseReplica, Retain and AggregateStatus that the kind supports.
	Owned map[kind.Operation][]string
}

// Run checks every rule.
func Run(t *testing.T, suite Suite) {
	t.Helper()
	s, err := newSession(suite)
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			if err := rule.check(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// Fuzz checks, for whatever objects the fuzzer finds, the rules that hold for any request: total, deterministic, owned,
// lossless, idempotent, sorted and discreet.
func Fuzz(f *testing.F, suite Suite) {
	f.Helper()
	s, err := newSession(suite)
	if err != nil {
		f.Fatal(err)
	}
	statuses := marshal(s.items())
	for i := range s.operations {
		for _, object := range s.objects {
			f.Add(uint8(i), marshal(object), marshal(object), statuses, int32(2))
		}
	}
	f.Fuzz(func(t *testing.T, operation uint8, object, observed, statuses []byte, replicas int32) {
		q := query{operation: s.operations[int(operation)%len(s.operations)], object: object, observed: observed, statuses: statuses, replicas: replicas}
		if err := s.holds(q); err != nil {
			t.Error(err)
		}
	})
}

// rule is one promise.
type rule struct {
	name  string
	check func(*session) error
}

var rules = []rule{
	{"answered", (*session).answered}, {"total", (*session).total}, {"deterministic", (*session).deterministic},
	{"owned", (*session).owned}, {"lossless", (*session).lossless}, {"idempotent", (*session).idempotent},
	{"members", (*session).members}, {"sorted", (*session).sorted}, {"absent", (*session).absent},
	{"names", (*session).names}, {"discreet", (*session).discreet}, {"bounded", (*session).bounded},
	{"random", (*session).random},
}

// session is a suite that is being checked.
type session struct {
	Suite
	registry   *interpreter.Registry
	handler    http.Handler
	operations []kind.Operation
	objects    []map[string]any
	statuses   []any
}

var patching = map[kind.Operation]bool{"ReviseReplica": true, "Retain": true, "AggregateStatus": true}

func newSession(suite Suite) (*session, error) {
	registry, err := interpreter.NewRegistry(suite.Kind)
	if err != nil {
		return nil, err
	}
	s := &session{Suite: suite, registry: registry, handler: webhook.New(registry, nil), operations: suite.Kind.Operations()}
	for _, operation := range s.operations {
		if patching[operation] && len(suite.Owned[operation]) == 0 {
			return nil, fmt.Errorf("cannot check %s: want Owned to say what it may patch", operation)
		}
	}
	objects := suite.Objects
	if example := suite.Kind.Manifests.Example; len(example) > 0 {
		objects = append([]string{string(example)}, objects...)
	}
	for i, text := range objects {
		object, ok := parse(text).(map[string]any)
		if !ok {
			return nil, fmt.Errorf("cannot read object %d: want an object in YAML or JSON", i)
		}
		s.objects = append(s.objects, object)
		if status, ok := object["status"]; ok {
			s.statuses = append(s.statuses, status)
		}
	}
	if len(s.objects) == 0 {
		return nil, fmt.Errorf("cannot check %s: want an object of the kind", suite.Kind.Kind)
	}
	for _, text := range suite.Statuses {
		s.statuses = append(s.statuses, parse(text))
	}
	return s, nil
}

func parse(text string) any {
	document, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		return nil
	}
	return decode(document)
}

// items are one AggregatedStatusItem for each status.
func (s *session) items() []any {
	items := []any{}
	for i, status := range s.statuses {
		items = append(items, map[string]any{"clusterName": fmt.Sprintf("member%d", i+1), "applied": true, "status": status})
	}
	return items
}
