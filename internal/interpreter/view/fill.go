// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"bytes"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// leaf is how fill sets a field of a view struct.
type leaf int

const (
	other  leaf = iota // not at all
	object             // a struct, or a pointer to one
	count              // a pointer to an int32
	raw                // a jsontext.Value
)

func leafOf(t reflect.Type, s *shape) leaf {
	switch {
	case t == reflect.TypeFor[*int32]():
		return count
	case t == reflect.TypeFor[jsontext.Value]():
		return raw
	case s != nil && s.plain && (t.Kind() == reflect.Struct || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct):
		return object
	}
	return other
}

// filled fills a view struct of counts, which most operations have, from what prune has left, and reports whether it did: in a third of
// the time that the library takes, and to the same end. Otherwise the view is as it was: null, a count that is none and all that
// is wrong are left to the library.
func (s *shape) filled(v any, pruned []byte) bool {
	if s == nil || !s.plain {
		return false
	}
	view := reflect.ValueOf(v)
	if view.Kind() != reflect.Pointer || view.IsNil() || view.Elem().Kind() != reflect.Struct || !view.Elem().IsZero() {
		return false
	}
	if _, ok := s.fill(view.Elem(), pruned, 0); !ok {
		view.Elem().SetZero()
		return false
	}
	return true
}

// fill returns where the object at src[at:] ends.
func (s *shape) fill(view reflect.Value, src []byte, at int) (end int, ok bool) {
	if at >= len(src) || src[at] != '{' {
		return at, false
	}
	for at++; at < len(src) && src[at] != '}'; at = next(src, at) {
		name := at
		if at, ok = skip(src, at, 0); !ok {
			return at, false
		}
		m := s.find(src[name+1 : at-1])
		if m == nil {
			return at, false
		}
		if at, ok = m.set(view.Field(m.field), src, at+1); !ok { // prune leaves nothing but a colon between them
			return at, false
		}
	}
	return at + 1, at < len(src)
}

// find returns the member of a name as it reads, nil if the shape has none.
func (s *shape) find(name []byte) *member {
	for i := range s.members {
		if s.members[i].name == string(name) {
			return &s.members[i]
		}
	}
	return nil
}

// set sets a field to the value at src[at:] and returns where that ends.
func (m *member) set(field reflect.Value, src []byte, at int) (end int, ok bool) {
	switch m.leaf {
	case object:
		if field.Kind() == reflect.Pointer {
			if at >= len(src) || src[at] != '{' {
				return at, false
			}
			field.Set(reflect.New(field.Type().Elem()))
			field = field.Elem()
		}
		return m.shape.fill(field, src, at)
	case count:
		end = scalar(src, at)
		n, ok := counted(src[at:end])
		if ok {
			field.Set(reflect.ValueOf(&n))
		}
		return end, ok
	}
	if end, ok = skip(src, at, 0); ok {
		field.SetBytes(bytes.Clone(src[at:end]))
	}
	return end, ok && src[at] != 'n'
}

// counted reads an integer of at most nine digits, which fits.
func counted(digits []byte) (n int32, ok bool) {
	if len(digits) == 0 || len(digits) > 9 {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int32(c-'0')
	}
	return n, true
}
