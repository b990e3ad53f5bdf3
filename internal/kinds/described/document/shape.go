// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package document reads from a JSON document what a description asks for and skips the rest: an ordinary object is mostly
// metadata that nobody reads. What an expression reads becomes a value; what a path leads to stays raw, to the byte.
//
// The document must be valid JSON, as that in a Request is. Members that are null are absent.
package document

import "workload.example.io/interpreter/internal/kinds/described/fieldpath"

// Shape is the part of a document that is read. Its zero value reads nothing. It must not change while it is used.
type Shape struct {
	members []member
	all     *Shape
	// whole means that an expression reads the whole value.
	whole bool
	// slots are the paths that end here.
	slots []int
	// leads means that a path leads through here, so that another value than an object is an error.
	leads bool
	paths *int // how many slots there are, shared by all of a document
}

type member struct {
	name  string
	shape *Shape
}

// Slot is the place of what a path leads to.
type Slot int

// Read makes the shape read the value at the path: whole, or only whether it is there.
func (s *Shape) Read(path fieldpath.Path, whole bool) {
	for _, step := range path {
		s = s.step(step)
	}
	s.whole = s.whole || whole
}

// Locate makes the shape note what the path leads to.
func (s *Shape) Locate(path fieldpath.Path) Slot {
	root := s
	if root.paths == nil {
		root.paths = new(int)
	}
	for _, step := range path {
		s.leads = true
		s = s.step(step)
	}
	slot := *root.paths
	*root.paths++
	s.slots = append(s.slots, slot)
	return Slot(slot)
}

func (s *Shape) step(step fieldpath.Step) *Shape {
	if step.All {
		if s.all == nil {
			s.all = &Shape{}
		}
		return s.all
	}
	for i := range s.members {
		if s.members[i].name == step.Name {
			return s.members[i].shape
		}
	}
	inner := &Shape{}
	s.members = append(s.members, member{name: step.Name, shape: inner})
	return inner
}

// Seal completes the shape once all is added: a member that is named is one of all members too.
func (s *Shape) Seal() {
	for _, m := range s.members {
		if s.all != nil {
			m.shape.merge(s.all)
		}
		m.shape.Seal()
	}
	if s.all != nil {
		s.all.Seal()
	}
}

func (s *Shape) merge(other *Shape) {
	s.whole, s.leads = s.whole || other.whole, s.leads || other.leads
	s.slots = append(s.slots, other.slots...)
	for _, m := range other.members {
		s.step(fieldpath.Step{Name: m.name}).merge(m.shape)
	}
	if other.all != nil {
		s.step(fieldpath.Step{All: true}).merge(other.all)
	}
}

// empty reports whether nothing below the value is read.
func (s *Shape) empty() bool {
	return !s.whole && len(s.members) == 0 && s.all == nil
}

// named returns the shape of a member by its name, nil if it is not read. If the shape knows the name it is returned too, which
// saves making a string of it.
func (s *Shape) named(name []byte) (known string, inner *Shape) {
	for i := range s.members {
		if s.members[i].name == string(name) {
			return s.members[i].name, s.members[i].shape
		}
	}
	return "", s.all
}
