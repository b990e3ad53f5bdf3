// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"encoding"
	stdjson "encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
)

// shape is the members of an object that a view struct reads. A nil shape stands for a value that is read whole.
type shape struct {
	members []member
	plain   bool // fill can fill the struct
}

type member struct {
	name  string
	shape *shape
	field int // of the struct
	leaf  leaf
}

// shapes holds the shape of each view that was used, by its reflect.Type. Views are written in code, so they are few.
var shapes sync.Map

func shapeFor(view reflect.Type) *shape {
	if known, ok := shapes.Load(view); ok {
		return known.(*shape)
	}
	s := shapeOf(view, nil)
	shapes.Store(view, s)
	return s
}

// shapeOf follows structs of any package that the JSON library reads field by field: they have no decoder of their own, are
// not within themselves, and each exported field has one member, under a name that a tag gives it. All else is read whole,
// which costs time and is never wrong.
func shapeOf(t reflect.Type, within []reflect.Type) *shape {
	for t.Kind() == reflect.Pointer && !decodesItself(t) {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || decodesItself(t) || slices.Contains(within, t) {
		return nil
	}
	within = append(within, t)
	s := &shape{plain: true}
	for field := range t.Fields() {
		tag := field.Tag.Get("json")
		if tag == "-" || !field.IsExported() && !field.Anonymous {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		if !isPlain(name) || field.Anonymous || strings.Contains(options, "embed") || strings.Contains(options, "case:") || s.has(name) {
			return nil
		}
		m := member{name: name, shape: shapeOf(field.Type, within), field: field.Index[0]}
		if options == "" || options == "omitempty" { // another one changes what is read
			m.leaf = leafOf(field.Type, m.shape)
		}
		s.plain = s.plain && m.leaf != other
		s.members = append(s.members, m)
	}
	return s
}

func (s *shape) has(name string) bool {
	return slices.ContainsFunc(s.members, func(m member) bool { return m.name == name })
}

// isPlain reports whether the library takes the name in a tag as it stands, and not as a quoted one.
func isPlain(name string) bool {
	return name != "" && !strings.ContainsAny(name, "\\'\"`")
}

var decoders = []reflect.Type{
	reflect.TypeFor[json.UnmarshalerFrom](), reflect.TypeFor[stdjson.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
}

// decodesItself reports whether the type, or a pointer to it, has a method by which the library decodes it.
func decodesItself(t reflect.Type) bool {
	return slices.ContainsFunc(decoders, func(decoder reflect.Type) bool {
		return t.Implements(decoder) || reflect.PointerTo(t).Implements(decoder)
	})
}
