// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package interpreter leads a request to the method that answers it: kind and operation to one call. It knows no kind
// and no HTTP. A kind is a value that implements the interfaces of the operations it supports; what it implements is
// what it supports, and the configuration that is shown to Karmada is made from the same table.
//
// A response that Karmada could not use is never sent as a success: what an interpreter returns is checked, and a mistake
// in it is answered like a panic, as an error with the uid of the request.
package interpreter

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Registry is the table of all kinds that are served. It is safe for concurrent use.
type Registry struct {
	kinds    []Kind
	handlers map[metav1.GroupKind]map[Operation]handler
}

// NewRegistry makes the table. It is an error to list a kind twice, whatever its versions, or one that has no name or
// supports nothing.
func NewRegistry(kinds ...Kind) (*Registry, error) {
	registry := &Registry{kinds: kinds, handlers: map[metav1.GroupKind]map[Operation]handler{}}
	for _, kind := range kinds {
		if kind.Kind == "" || kind.Version == "" {
			return nil, fmt.Errorf("cannot serve a kind without a name and a version: got %q of version %q", kind.Kind, kind.Version)
		}
		groupKind := kind.groupKind()
		if registry.handlers[groupKind] != nil {
			return nil, fmt.Errorf("cannot serve kind %s: it is listed twice", groupKind.String())
		}
		handlers := map[Operation]handler{}
		for _, op := range operations {
			if run := op.handlerOf(kind.Interpreter); run != nil {
				handlers[op.name] = run
			}
		}
		if len(handlers) == 0 {
			return nil, fmt.Errorf("cannot serve kind %s: it supports no operation", groupKind.String())
		}
		registry.handlers[groupKind] = handlers
	}
	return registry, nil
}

// MustRegistry is like NewRegistry and panics on an error: for kinds that are written in the source.
func MustRegistry(kinds ...Kind) *Registry {
	registry, err := NewRegistry(kinds...)
	if err != nil {
		panic(err)
	}
	return registry
}

// Kinds returns the kinds in the order in which they were given.
func (r *Registry) Kinds() []Kind {
	return slices.Clone(r.kinds)
}

// Interpret answers the request. It never panics and never returns nil: what cannot be answered is refused with a message
// that says what is supported.
func (r *Registry) Interpret(req *Request) *Response {
	handlers, ok := r.handlers[metav1.GroupKind{Group: req.Kind.Group, Kind: req.Kind.Kind}]
	if !ok {
		return Refuse(req, http.StatusBadRequest, fmt.Sprintf("cannot interpret kind %s of group %s; supported: %s",
			printable(req.Kind.Kind), printable(req.Kind.Group), r.names()))
	}
	run, ok := handlers[req.Operation]
	if !ok {
		return Refuse(req, http.StatusBadRequest, fmt.Sprintf("cannot answer operation %s for kind %s; supported: %s",
			printable(string(req.Operation)), req.Kind.Kind, supported(handlers)))
	}
	return respond(req, run)
}

// maxNames bounds how many kinds a message lists: it goes into an Event, which holds 1,024 bytes.
const maxNames = 10

func (r *Registry) names() string {
	var names []string
	for _, kind := range r.kinds[:min(len(r.kinds), maxNames)] {
		groupKind := kind.groupKind()
		names = append(names, groupKind.String())
	}
	if more := len(r.kinds) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
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
