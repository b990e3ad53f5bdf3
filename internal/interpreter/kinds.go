// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package interpreter leads a request to the method that answers it: kind and operation to one call. It knows no kind
// and no HTTP. A kind is a value that implements the interfaces of the operations it supports; what it implements is
// what it supports, and the configuration that is shown to Karmada is made from the same table.
package interpreter

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Kind is a kind of resource and the value that interprets it.
type Kind struct {
	// GroupVersionKind names the kind. Its version is the one that Karmada is asked to send; requests about any version
	// of the group are answered.
	metav1.GroupVersionKind
	// Interpreter implements one or more of the interfaces of this package.
	Interpreter any
}

// Operations lists what the kind supports, in the order of the table.
func (k Kind) Operations() []Operation {
	var names []Operation
	for _, op := range operations {
		if op.bind(k.Interpreter) != nil {
			names = append(names, op.name)
		}
	}
	return names
}

// Kinds is the table of all kinds that are served. It is safe for concurrent use.
type Kinds struct {
	kinds    []Kind
	handlers map[metav1.GroupKind]map[Operation]handler
}

// NewKinds makes the table. It panics if a kind is listed twice or supports nothing: both are mistakes in the source.
func NewKinds(kinds ...Kind) *Kinds {
	table := &Kinds{kinds: kinds, handlers: map[metav1.GroupKind]map[Operation]handler{}}
	for _, kind := range kinds {
		groupKind := metav1.GroupKind{Group: kind.Group, Kind: kind.Kind}
		if table.handlers[groupKind] != nil {
			panic(fmt.Sprintf("kind %s is listed twice", groupKind.String()))
		}
		handlers := map[Operation]handler{}
		for _, op := range operations {
			if run := op.bind(kind.Interpreter); run != nil {
				handlers[op.name] = run
			}
		}
		if len(handlers) == 0 {
			panic(fmt.Sprintf("kind %s supports no operation", groupKind.String()))
		}
		table.handlers[groupKind] = handlers
	}
	return table
}

// List returns the kinds in the order in which they were given.
func (t *Kinds) List() []Kind {
	return slices.Clone(t.kinds)
}

// Answer answers the request. It never panics and never returns nil: what cannot be answered is refused with a message
// that says what is supported.
func (t *Kinds) Answer(req *Request) *Answer {
	handlers, ok := t.handlers[metav1.GroupKind{Group: req.Kind.Group, Kind: req.Kind.Kind}]
	if !ok {
		return Refuse(req, http.StatusBadRequest, fmt.Sprintf("cannot interpret kind %s of group %s: want one of %s",
			printable(req.Kind.Kind), printable(req.Kind.Group), t.names()))
	}
	run, ok := handlers[req.Operation]
	if !ok {
		return Refuse(req, http.StatusBadRequest, fmt.Sprintf("cannot answer operation %s for kind %s: want one of %s",
			printable(string(req.Operation)), req.Kind.Kind, supported(handlers)))
	}
	return answer(req, run)
}

func (t *Kinds) names() string {
	names := make([]string, len(t.kinds))
	for i, kind := range t.kinds {
		names[i] = kind.Kind + " of group " + kind.Group
	}
	return strings.Join(names, ", ")
}

func supported(handlers map[Operation]handler) string {
	var names []string
	for _, op := range operations {
		if handlers[op.name] != nil {
			names = append(names, string(op.name))
		}
	}
	return strings.Join(names, ", ")
}

// printable shows a name from the request, quoted so that it cannot break a line and cut to what a name may need.
func printable(name string) string {
	const longest = 63
	if len(name) > longest {
		name = strings.ToValidUTF8(name[:longest], "") + "..."
	}
	return fmt.Sprintf("%q", name)
}
