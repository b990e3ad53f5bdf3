// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/patch"
	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/document"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// aggregationPlan answers AggregateStatus.
type aggregationPlan struct {
	*plan
	folds    []fold
	fields   []aggregated
	observed *observed
	// conditions is where those of a member stand if they are merged.
	conditions *document.Slot
	// expression gives the whole status; statusSlot is where it stands.
	expression *expression
	statusSlot document.Slot
	binds      bool
}

// fold is a field that is made of the same field of all members.
type fold struct {
	*target
	how    string
	slot   document.Slot // in the status of a member
	place  string
	absent []byte
}

// aggregated is a field with an expression.
type aggregated struct {
	*target
	expression *expression
}

func (c *compiler) statusAggregation(r *StatusAggregation) *aggregationPlan {
	p := c.plan("statusAggregation")
	defer p.seal()
	made := &aggregationPlan{plan: p}
	for _, form := range []struct {
		how    string
		fields []Field
	}{{"sum", r.Sum}, {"min", r.Min}, {"max", r.Max}, {"first", r.First}, {"last", r.Last}} {
		for i := range form.fields {
			f := &form.fields[i]
			at := path(f.Path)
			made.folds = append(made.folds, fold{p.target(below(f.Path), f.Path), form.how, p.status.Locate(at), at.Below("status"), c.absent(f)})
		}
	}
	if r.Conditions {
		text := strictyaml.Text{Value: "mergeConditions(items)", Field: "spec.statusAggregation.conditions", Start: r.Position}
		made.fields = append(made.fields, aggregated{p.target(fieldpath.Path{{Name: "status"}, {Name: "conditions"}}, text), c.expression(p, text)})
		p.status.Read(fieldpath.Path{{Name: "conditions"}}, true)
		slot := p.status.Locate(fieldpath.Path{{Name: "conditions"}})
		made.conditions = &slot
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		made.fields = append(made.fields, aggregated{p.target(below(f.Name), f.Name), c.expression(p, f.Value)})
	}
	if r.ObservedGeneration {
		made.observed = p.observedGeneration(r)
	}
	if r.Expression.Present() {
		made.expression = c.expression(p, r.Expression, someMap...)
		made.statusSlot = p.object.Locate(fieldpath.Path{{Name: "status"}})
	}
	made.binds = made.expression != nil || len(made.fields) > 0
	return made
}

func (p *aggregationPlan) aggregate(req *interpreter.Request, trace *Trace) ([]byte, []string, error) {
	c, err := p.start(req, trace)
	if err != nil {
		return nil, nil, err
	}
	defer c.end()
	warnings := c.readMembers(req, p.check)
	if p.binds {
		c.bind()
	}
	root := patch.New()
	if p.observed != nil {
		p.observed.write(c, root, len(req.AggregatedStatus))
	}
	for i := range p.folds {
		if err := p.folds[i].write(c, root, len(req.AggregatedStatus)); err != nil {
			return nil, nil, err
		}
	}
	for i := range p.fields {
		f := &p.fields[i]
		want, err := c.raw(f.expression)
		if err != nil {
			return nil, nil, err
		}
		f.setOwned(c, root, want)
	}
	if p.expression != nil {
		if err := p.writeAll(c, root); err != nil {
			return nil, nil, err
		}
	}
	changes, err := root.JSON()
	return changes, warnings, err
}

// writeAll makes the status what the expression gives; of its members only those that differ are written.
func (p *aggregationPlan) writeAll(c *call, root *patch.Object) error {
	raw := c.object.Raw(p.statusSlot)
	all, err := c.membersOf(p.expression)
	switch {
	case err != nil:
		return err
	case all == nil && raw != nil:
		root.Remove("status")
		return nil
	case all == nil:
		return nil
	case raw == nil || document.KindName(raw) != "object":
		want := &members{list: present(all)}
		root.Add("status", json.RawMessage(want.append(nil)))
		return nil
	}
	status, have := root.Object("status", true), document.Members(raw)
	for _, m := range present(all) {
		if !same(have[m.name], m.raw) {
			status.Add(m.name, json.RawMessage(m.raw))
		}
		delete(have, m.name)
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		status.Remove(name)
	}
	return nil
}

// present returns the members that have a value.
func present(all []made) []made {
	return slices.DeleteFunc(slices.Clone(all), func(m made) bool { return m.raw == nil })
}

// check refuses the status of a member if a field that is counted or compared is no integer, or if its conditions are none.
func (p *aggregationPlan) check(d *document.Document) error {
	if p.conditions != nil {
		if err := checkConditions(d.Raw(*p.conditions)); err != nil {
			return err
		}
	}
	for i := range p.folds {
		f := &p.folds[i]
		raw := d.Raw(f.slot)
		if raw == nil {
			continue
		}
		var err error
		switch f.how {
		case "sum":
			_, err = count(raw, f.place)
		case "min", "max":
			if document.KindName(raw) != "string" {
				_, err = integer(raw, f.place)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func integer(raw []byte, place string) (int64, error) {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		err = view.Value(raw, place, &n)
	}
	return n, err
}

// write writes the field; where no member has a value that is its default, or none.
func (f *fold) write(c *call, root *patch.Object, members int) error {
	want, err := f.fold(c, members)
	switch {
	case err != nil:
		return err
	case want == nil && f.absent != nil:
		c.wrote(f.target, f.absent)
		f.set(c, root, f.absent)
	default:
		f.setOwned(c, root, want)
	}
	return nil
}

// fold makes one value of those of all members, nil if there are none. The values were checked.
func (f *fold) fold(c *call, members int) (want []byte, err error) {
	var total int64
	for i := range c.members {
		raw := c.members[i].status.Raw(f.slot)
		switch {
		case empty(raw) || string(raw) == `""`:
		case f.how == "sum":
			n, _ := strconv.ParseInt(string(raw), 10, 64)
			total += n
			want = raw
		case f.how == "last", want == nil, f.how == "min" && less(raw, want), f.how == "max" && less(want, raw):
			want = raw
		}
	}
	switch {
	case f.how != "sum", want == nil && f.absent != nil:
		return want, nil
	case total > math.MaxInt32:
		return nil, fmt.Errorf("cannot aggregate %s of %d member clusters: want a sum of at most %d", f.place, members, math.MaxInt32)
	}
	return strconv.AppendInt(nil, total, 10), nil
}

// less orders integers, and texts as they are; integers come first.
func less(a, b []byte) bool {
	x, xErr := strconv.ParseInt(string(a), 10, 64)
	y, yErr := strconv.ParseInt(string(b), 10, 64)
	if xErr != nil || yErr != nil {
		return xErr == nil || yErr != nil && textOf(a) < textOf(b)
	}
	return x < y
}

// textOf returns what a JSON string says.
func textOf(raw []byte) string {
	text, _ := jsontext.AppendUnquote(nil, raw) // valid, as all that stands in a request
	return string(text)
}
