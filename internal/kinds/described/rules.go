// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/patch"
	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/document"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// target is a field of the object that is written.
type target struct {
	path fieldpath.Path
	// parents are the objects on the way to the field, field is the field itself.
	parents []document.Slot
	field   document.Slot
	text    strictyaml.Text
}

func (p *plan) target(path fieldpath.Path, text strictyaml.Text) *target {
	t := &target{path: path, text: text}
	for i := 1; i < len(path); i++ {
		t.parents = append(t.parents, p.object.Locate(path[:i]))
	}
	t.field = p.object.Locate(path)
	return t
}

// have returns what stands at the field, nil if it is absent or null.
func (t *target) have(c *call) []byte { return c.object.Raw(t.field) }

// set writes the value to the field, or removes the field if it is nil. What is as wanted is left alone.
func (t *target) set(c *call, root *patch.Object, want []byte) {
	have := t.have(c)
	if same(have, want) {
		return
	}
	parent := root
	for i, slot := range t.parents {
		parent = parent.Object(t.path[i].Name, c.object.Raw(slot) != nil)
	}
	name := t.path[len(t.path)-1].Name
	if want == nil {
		parent.Remove(name)
		return
	}
	parent.Add(name, json.RawMessage(want))
}

var whole = func() *document.Shape {
	s := &document.Shape{}
	s.Read(nil, true)
	return s
}()

// same reports whether two values are equal, nil standing for none.
func same(a, b []byte) bool {
	if a == nil || b == nil || bytes.Equal(a, b) {
		return bytes.Equal(a, b) && (a == nil) == (b == nil)
	}
	var x, y document.Document
	return whole.Decode(&x, a, "") == nil && whole.Decode(&y, b, "") == nil && reflect.DeepEqual(x.Value, y.Value)
}

// rulesPlan answers ReviseReplica and Retain.
type rulesPlan struct {
	*plan
	rules []rule
}

type rule struct {
	target           *target
	elements         *elements
	observed         document.Slot
	when, expression *expression
}

func (c *compiler) rules(operation string, rules []Rule) *rulesPlan {
	p := c.plan(operation)
	defer p.seal()
	made := &rulesPlan{plan: p}
	for i := range rules {
		r := &rules[i]
		at := path(r.Path)
		compiled := rule{when: c.expression(p, r.When, boolType), expression: c.expression(p, r.Expression)}
		if at.Many() {
			compiled.elements = p.elements(at, r.Path)
		} else {
			compiled.target = p.target(at, r.Path)
		}
		if operation == "retention" && !r.Expression.Present() {
			compiled.observed = p.observed.Locate(at)
		}
		made.rules = append(made.rules, compiled)
	}
	return made
}

// apply writes each field whose condition holds with what its expression gives, or with the value of the function.
func (p *rulesPlan) apply(c *call, otherwise func(*rule) []byte) ([]byte, error) {
	root := patch.New()
	for i := range p.rules {
		r := &p.rules[i]
		if holds, err := c.boolean(r.when); err != nil || !holds {
			if err != nil {
				return nil, err
			}
			continue
		}
		if r.elements != nil {
			if err := r.elements.set(c, root, r.expression, otherwise(r)); err != nil {
				return nil, err
			}
			continue
		}
		var want []byte
		if r.expression != nil {
			var err error
			if want, err = c.raw(r.expression); err != nil {
				return nil, err
			}
		} else {
			want = otherwise(r)
		}
		c.wrote(r.target, want)
		r.target.set(c, root, want)
	}
	return root.JSON()
}

func (p *rulesPlan) revise(req *interpreter.Request, trace *Trace) ([]byte, error) {
	if req.DesiredReplicas == nil {
		return nil, &view.Error{Path: "request.replicas", Want: "integer", Got: "nothing"}
	}
	n, err := view.Count(req.DesiredReplicas, 0, "request.replicas")
	if err != nil {
		return nil, err
	}
	c, err := p.start(req, trace)
	if err != nil {
		return nil, err
	}
	defer c.end()
	c.replicas = int64(n)
	return p.apply(c, func(*rule) []byte { return strconv.AppendInt(nil, int64(n), 10) })
}

func (p *rulesPlan) retain(req *interpreter.Request, trace *Trace) ([]byte, error) {
	c, err := p.start(req, trace)
	if err != nil {
		return nil, err
	}
	defer c.end()
	var raw []byte
	if req.ObservedObject != nil {
		raw = req.ObservedObject.Raw
	}
	if err := decode(&p.observed, &c.observed, raw, rootObserved); err != nil {
		return nil, err
	}
	return p.apply(c, func(r *rule) []byte { return c.observed.Raw(r.observed) })
}
