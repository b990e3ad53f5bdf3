// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
)

// Document is what was read.
type Document struct {
	// Value is the document as expressions see it: map[string]any, []any, string, int64, float64, bool, or nil. Objects hold
	// only what the shape reads.
	Value any
	// Held counts what the documents of one call take together; nil counts for this document alone.
	Held  *Held
	found []found
	first [4]found // where found begins, so that few paths cost no memory
}

// Held is how many bytes documents take in memory.
type Held int

// MaxHeld bounds the documents of one call: a value of 2 bytes can take 80, and the object may be as large as a body.
const MaxHeld Held = 16 << 20

// What values take at most, in bytes. Maps and lists that grow hold the old and the new for a while.
const (
	heldValue  = 48  // an element of a list, or a member of a map beside others; numbers are stored apart
	heldMap    = 320 // a map with members
	heldEmpty  = 64  // a map or list without any
	heldString = 32  // a text, beside its bytes
	heldFound  = 160 // what a path leads to, and what is made of it
)

type found struct {
	slot int
	raw  []byte
}

// Raw returns the value that a path leads to, nil if it is absent or null. It shares memory with the document.
func (d *Document) Raw(slot Slot) []byte {
	for i := range d.found {
		if d.found[i].slot == int(slot) {
			return d.found[i].raw
		}
	}
	return nil
}

// Each calls yield with each value that a path with [*] leads to and that is not null.
func (d *Document) Each(slot Slot, yield func(raw []byte) error) error {
	for i := range d.found {
		if d.found[i].slot == int(slot) {
			if err := yield(d.found[i].raw); err != nil {
				return err
			}
		}
	}
	return nil
}

// Decode reads the document. The place, such as "object", is put before every path in an error, which is a *view.Error.
func (s *Shape) Decode(d *Document, raw []byte, place string) error {
	d.found = d.first[:0]
	decoder := decoder{src: raw, into: d, held: d.Held}
	if decoder.held == nil {
		decoder.held = new(Held)
	}
	value, _, err := decoder.value(s, view.Space(raw, 0))
	d.Value = value
	if err != nil {
		return decoder.explain(err, place)
	}
	return nil
}

type decoder struct {
	src  []byte
	into *Document
	held *Held
	path fieldpath.Path // of an error, innermost step first
}

var (
	errSyntax = errors.New("valid JSON")
	errRange  = errors.New("number of at most 64 bits")
	errObject = errors.New("object")
	errHeld   = fmt.Errorf("values that take at most %d MiB of memory", MaxHeld>>20)
)

// take counts memory before it is taken.
func (d *decoder) take(n Held) error {
	if *d.held += n; *d.held > MaxHeld {
		return errHeld
	}
	return nil
}

func (d *decoder) explain(err error, place string) error {
	path := make(fieldpath.Path, 0, len(d.path))
	for i := len(d.path) - 1; i >= 0; i-- {
		path = append(path, d.path[i])
	}
	e := &view.Error{Path: path.Below(place), Want: err.Error(), Got: "something else"}
	switch {
	case errors.Is(err, errRange):
		e.Got = "a larger one"
	case errors.Is(err, errObject):
		e.Got = d.got()
	case errors.Is(err, errHeld):
		e.Got = "more"
	}
	return e
}

// got names the kind of value at which the decoder stopped.
func (d *decoder) got() string { return KindName(d.src) }

func (d *decoder) value(s *Shape, at int) (value any, end int, err error) {
	if at >= len(d.src) {
		return nil, at, errSyntax
	}
	begin, first := at, d.src[at]
	switch {
	case first == 'n':
		return nil, at + 4, nil
	case first == '{' && !s.whole && !s.empty():
		value, end, err = d.object(s, at)
	case first == '[' && !s.whole && s.all != nil:
		value, end, err = d.array(s.all, at)
	case s.leads && first != '{':
		d.src = d.src[at:]
		return nil, at, errObject
	case s.whole && s.leads && first == '{':
		if _, _, err = d.object(s, at); err == nil {
			value, end, err = d.whole(at)
		}
	case s.empty() && (first == '{' || first == '['):
		value, end, err = d.skip(at)
	default:
		value, end, err = d.whole(at)
	}
	if err == nil {
		for _, slot := range s.slots {
			if err = d.take(heldFound); err != nil {
				return nil, begin, err
			}
			d.into.found = append(d.into.found, found{slot: slot, raw: d.src[begin:end:end]})
		}
	}
	return value, end, err
}

var (
	noMembers  = map[string]any{}
	noElements = []any{}
)

// skip passes over an object or a list of which nothing but its presence is read.
func (d *decoder) skip(at int) (value any, end int, err error) {
	value = noMembers
	if d.src[at] == '[' {
		value = noElements
	}
	end, ok := view.SkipValue(d.src, at)
	if !ok {
		return nil, at, errSyntax
	}
	return value, end, nil
}

func (d *decoder) object(s *Shape, at int) (value any, end int, err error) {
	if err = d.take(heldEmpty); err != nil {
		return nil, at, err
	}
	members := make(map[string]any, len(s.members))
	for at = view.Space(d.src, at+1); at < len(d.src) && d.src[at] != '}'; at = view.Next(d.src, at) {
		colon, ok := view.SkipValue(d.src, at)
		if !ok {
			return nil, at, errSyntax
		}
		quoted, begin := d.src[at:colon], view.Space(d.src, view.Space(d.src, colon)+1)
		name, inner := s.named(unquote(quoted))
		if inner == nil {
			if at, ok = view.SkipValue(d.src, begin); !ok {
				return nil, begin, errSyntax
			}
			continue
		}
		var v any
		if v, at, err = d.value(inner, begin); err != nil {
			d.path = append(d.path, fieldpath.Step{Name: string(unquote(quoted))})
			return nil, at, err
		}
		if v == nil {
			continue
		}
		held := heldValue + Held(len(quoted))
		if len(members) == 0 {
			held += heldMap
		}
		if name == "" {
			name = string(unquote(quoted))
		}
		if err = d.take(held); err != nil {
			d.path = append(d.path, fieldpath.Step{Name: name})
			return nil, at, err
		}
		members[name] = v
	}
	if at >= len(d.src) {
		return nil, at, errSyntax
	}
	return members, at + 1, nil
}

// array reads every element in the same shape; nil stands for null.
func (d *decoder) array(s *Shape, at int) (value any, end int, err error) {
	if err = d.take(heldEmpty); err != nil {
		return nil, at, err
	}
	elements := []any{}
	for at = view.Space(d.src, at+1); at < len(d.src) && d.src[at] != ']'; at = view.Next(d.src, at) {
		var v any
		if err = d.take(heldValue); err == nil {
			v, at, err = d.value(s, at)
		}
		if err != nil {
			d.path = append(d.path, fieldpath.Step{All: true, Name: strconv.Itoa(len(elements))})
			return nil, at, err
		}
		elements = append(elements, v)
	}
	if at >= len(d.src) {
		return nil, at, errSyntax
	}
	return elements, at + 1, nil
}

var everything = &Shape{whole: true}

func init() { everything.all = everything }

// whole reads a value with all that is in it.
func (d *decoder) whole(at int) (value any, end int, err error) {
	switch d.src[at] {
	case '{':
		return d.object(everything, at)
	case '[':
		return d.array(everything, at)
	case '"':
		end, ok := view.SkipValue(d.src, at)
		if !ok {
			return nil, at, errSyntax
		}
		if err = d.take(heldString + Held(end-at)); err != nil {
			return nil, at, err
		}
		return string(unquote(d.src[at:end])), end, nil
	}
	end, ok := view.SkipValue(d.src, at)
	if !ok {
		return nil, at, errSyntax
	}
	switch text := string(d.src[at:end]); text {
	case "true":
		return true, end, nil
	case "false":
		return false, end, nil
	default:
		value, err = number(text)
		return value, end, err
	}
}

// number returns an int64 if it is written as one and fits, else a float64.
func number(text string) (any, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return nil, errRange
	case err != nil:
		return nil, errSyntax
	}
	return n, nil
}

// unquote returns what a string with its quotes says, as bytes that may be shared.
func unquote(quoted []byte) []byte {
	if len(quoted) < 2 {
		return nil
	}
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, quoted)
	return text
}

// KindName names the kind of a JSON value.
func KindName(raw []byte) string {
	at := view.Space(raw, 0)
	if at >= len(raw) {
		return "nothing"
	}
	switch raw[at] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// Members returns the members of an object that are not null, as they stand there.
func Members(raw []byte) map[string][]byte {
	members := map[string][]byte{}
	at := view.Space(raw, 0)
	if at >= len(raw) || raw[at] != '{' {
		return members
	}
	for at = view.Space(raw, at+1); at < len(raw) && raw[at] != '}'; at = view.Next(raw, at) {
		colon, ok := view.SkipValue(raw, at)
		begin := view.Space(raw, view.Space(raw, colon)+1)
		end, also := view.SkipValue(raw, begin)
		if !ok || !also {
			return members
		}
		if raw[begin] != 'n' {
			members[string(unquote(raw[at:colon]))] = raw[begin:end:end]
		}
		at = end
	}
	return members
}

// MaxElements is how many elements Elements returns: each may be given a value of its own.
const MaxElements = 10_000

// Elements returns the elements of a list, as they stand there; no value is an empty list. It is not ok if there are more than
// MaxElements.
func Elements(raw []byte) (elements [][]byte, ok bool) {
	at := view.Space(raw, 0)
	if at >= len(raw) || raw[at] != '[' {
		return nil, len(raw) == 0
	}
	for at = view.Space(raw, at+1); at < len(raw) && raw[at] != ']'; at = view.Next(raw, at) {
		end, ok := view.SkipValue(raw, at)
		if !ok || len(elements) == MaxElements {
			return nil, false
		}
		elements = append(elements, raw[at:end:end])
		at = end
	}
	return elements, true
}
