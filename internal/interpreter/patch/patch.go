// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package patch builds the smallest JSON Patch (RFC 6902) that gives members of one object the wanted values. It writes
// only the members it is told to, so nothing else in the document can be lost, and it writes nothing where the document
// already is as wanted: applying a patch and building it again gives no patch.
package patch

import (
	"encoding/json"
	"strings"
)

// Operation is one operation of RFC 6902. Only "add", which writes whether or not the member exists, and "remove" are
// used: "replace" of a missing member fails the whole patch.
type Operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// Builder collects the operations on the members of one object.
type Builder struct {
	object  string
	present bool
	ops     []Operation
}

// Within starts a patch of the object that is the member name of the document. If it is not present, it is created with
// its first member.
func Within(name string, present bool) *Builder {
	return &Builder{object: "/" + escape(name), present: present}
}

// Set makes the member name of b's object equal to want, where have is its value now; nil means that it is absent.
func Set[T comparable](b *Builder, name string, have, want *T) {
	switch {
	case want == nil && have == nil, want != nil && have != nil && *want == *have:
	case want == nil:
		b.ops = append(b.ops, Operation{Op: "remove", Path: b.object + "/" + escape(name)})
	case !b.present:
		b.ops = append(b.ops, Operation{Op: "add", Path: b.object, Value: map[string]T{name: *want}})
		b.present = true
	default:
		b.ops = append(b.ops, Operation{Op: "add", Path: b.object + "/" + escape(name), Value: *want})
	}
}

// JSON returns the patch, nil if there is nothing to change.
func (b *Builder) JSON() ([]byte, error) {
	if len(b.ops) == 0 {
		return nil, nil
	}
	return json.Marshal(b.ops)
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// escape writes a member name as a reference token of RFC 6901.
func escape(name string) string {
	return pointerEscapes.Replace(name)
}
