// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"strconv"

	"workload.example.io/interpreter/internal/interpreter/patch"
	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/document"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// observed writes status.observedGeneration as Karmada's own scripts do.
type observed struct {
	*target
	generation document.Slot
	// of a member
	template, own, observed document.Slot
}

func (p *plan) observedGeneration(r *StatusAggregation) *observed {
	named := func(name string) fieldpath.Path { return fieldpath.Path{{Name: name}} }
	text := strictyaml.Text{Value: "observedGeneration", Field: "spec.statusAggregation.observedGeneration", Start: r.Position}
	return &observed{
		target:     p.target(fieldpath.Path{{Name: "status"}, {Name: "observedGeneration"}}, text),
		generation: p.object.Locate(fieldpath.Path{{Name: "metadata"}, {Name: "generation"}}),
		template:   p.status.Locate(named("resourceTemplateGeneration")),
		own:        p.status.Locate(named("generation")),
		observed:   p.status.Locate(named("observedGeneration")),
	}
}

// write writes the generation of the object once every member has observed it, and else leaves what is there, or 0.
func (o *observed) write(c *call, root *patch.Object, members int) {
	generation := generationOf(c.object.Raw(o.generation))
	want := strconv.AppendInt(nil, generation, 10)
	all := len(c.members) == members
	for i := range c.members {
		status := &c.members[i].status
		all = all && generationOf(status.Raw(o.template)) == generation &&
			generationOf(status.Raw(o.own)) == generationOf(status.Raw(o.observed))
	}
	if !all {
		if want = o.have(c); want == nil {
			want = []byte("0")
		}
	}
	c.wrote(o.target, want)
	o.set(c, root, want)
}

// generationOf reads a generation; what is absent or no integer is 0.
func generationOf(raw []byte) int64 {
	n, _ := strconv.ParseInt(string(raw), 10, 64)
	return n
}

// setOwned makes the field what is wanted. A value that says nothing removes what says something.
func (t *target) setOwned(c *call, root *patch.Object, want []byte) {
	c.wrote(t, want)
	switch {
	case !empty(want):
		t.set(c, root, want)
	case !empty(t.have(c)):
		t.set(c, root, nil)
	}
}

// empty reports whether a value says nothing: none, null, [] or {}. "" and 0 are values.
func empty(raw []byte) bool {
	if len(raw) == 0 || string(raw) == "null" {
		return true
	}
	return (raw[0] == '[' || raw[0] == '{') && view.Space(raw, 1) == len(raw)-1
}
