// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package patch builds the smallest JSON Patch (RFC 6902) that gives members of a document the wanted values, at any
// depth. It writes only the members it is told to, so nothing else in the document can be lost, and it writes nothing where
// the document already is as wanted: applying a patch and building it again gives no patch.
//
//	p := patch.New()
//	status := p.Object("status", present)
//	patch.Set(status, "readyReplicas", have, &want)
//	text, err := p.JSON()
package patch

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Operation is one operation of RFC 6902. Only "add", which writes whether or not the member exists, and "remove" are
// used: "replace" of a missing member fails the whole patch.
type Operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// Object is one object of the document that is to be patched. All objects of a document share one patch.
type Object struct {
	parent   *Object
	children []*Object
	items    map[string]*Object // children in lists
	name     string             // a reference token of RFC 6901, escaped
	present  bool
	ops      *[]Operation
}

// New starts a patch and returns the document's root, an object.
func New() *Object {
	return &Object{present: true, ops: new([]Operation)}
}

// Object returns the object that is the member name of o; asked for again it is the same. If it is not present (absent or
// null), it is created with its first member, and so is every parent that is not.
func (o *Object) Object(name string, present bool) *Object {
	return o.child(escape(name), present)
}

// Item returns the object at an index of the list that is the member name of o. Both must be there.
func (o *Object) Item(name string, index int) *Object {
	token := escape(name) + "/" + strconv.Itoa(index)
	item := o.items[token]
	if item == nil { // there may be thousands
		if o.items == nil {
			o.items = map[string]*Object{}
		}
		item = &Object{parent: o, name: token, present: true, ops: o.ops}
		o.items[token] = item
	}
	return item
}

func (o *Object) child(token string, present bool) *Object {
	for _, child := range o.children {
		if child.name == token {
			return child
		}
	}
	child := &Object{parent: o, name: token, present: present, ops: o.ops}
	o.children = append(o.children, child)
	return child
}

// Set makes the member name of o equal to want, where have is its value now; nil means that it is absent.
func Set[T comparable](o *Object, name string, have, want *T) {
	switch {
	case want == nil && have == nil, want != nil && have != nil && *want == *have:
	case want == nil:
		o.Remove(name)
	default:
		o.Add(name, *want)
	}
}

// Add writes the member name of o, whether or not it is there. The value is encoded when the patch is; nil is null.
func (o *Object) Add(name string, value any) {
	if value == nil {
		value = json.RawMessage("null") // an operation without a value would be none
	}
	token := escape(name)
	at := o
	for ; !at.present; at = at.parent {
		at.present = true
		value, token = map[string]any{unescape(token): value}, at.name
	}
	*o.ops = append(*o.ops, Operation{Op: "add", Path: at.path() + "/" + token, Value: value})
}

// Remove takes the member name out of o, where it must be.
func (o *Object) Remove(name string) {
	*o.ops = append(*o.ops, Operation{Op: "remove", Path: o.path() + "/" + escape(name)})
}

// JSON returns the patch of the whole document, nil if there is nothing to change.
func (o *Object) JSON() ([]byte, error) {
	if len(*o.ops) == 0 {
		return nil, nil
	}
	return json.Marshal(*o.ops)
}

// path is o's JSON pointer.
func (o *Object) path() string {
	if o.parent == nil {
		return ""
	}
	return o.parent.path() + "/" + o.name
}

var (
	pointerEscapes   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescapes = strings.NewReplacer("~1", "/", "~0", "~")
)

// escape writes a member name as a reference token of RFC 6901.
func escape(name string) string { return pointerEscapes.Replace(name) }

func unescape(token string) string { return pointerUnescapes.Replace(token) }
