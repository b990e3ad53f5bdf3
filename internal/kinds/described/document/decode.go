// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"strconv"

	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
)

type decoder struct {
	src  []byte
	into *Document
	held *Held
	path fieldpath.Path // of an error, innermost step first
}

func (d *decoder) value(s *Shape, at int) (value any, end int, err error) {
	if at >= len(d.src) {
		return nil, at, errSyntax
	}
	begin, first := at, d.src[at]
	switch {
	case first == 'n':
		return nil, at + 4, nil
	case s.leads && first != '{' && (first != '[' || s.all == nil):
		d.src = d.src[at:]
		return nil, at, errObject
	case s.whole && s.leads:
		if _, _, err = d.inside(s, at); err == nil {
			value, end, err = d.whole(at)
		}
	case !s.whole && (first == '{' && !s.empty() || first == '[' && s.all != nil):
		value, end, err = d.inside(s, at)
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

// inside reads what is asked for of an object or a list.
func (d *decoder) inside(s *Shape, at int) (value any, end int, err error) {
	if d.src[at] == '[' {
		return d.array(s.all, at)
	}
	return d.object(s, at)
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
