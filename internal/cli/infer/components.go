// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"workload.example.io/interpreter/internal/interpreter"
)

// components proposes the fixed ones as paths, and an expression where some are in lists or maps.
func (d *Definition) components(templates []template) Section {
	s := Section{Name: "componentResource"}
	nameParts(templates)
	fixed := true
	for _, t := range templates {
		fixed = fixed && t.many() < 0
	}
	if fixed {
		s.add("the schema has several pod templates", "components:")
		for _, t := range templates {
			d.fixedComponent(&s, t)
		}
		return s
	}
	var terms, reasons, open []string
	for _, t := range templates {
		term, decide := d.term(t)
		if term != "" {
			terms = append(terms, term)
			reasons = append(reasons, t.String()+" "+t.reason)
		}
		if decide != "" {
			open = append(open, decide)
		}
	}
	if len(terms) > 0 {
		s.add(strings.Join(reasons, "; "), "expression: >-\n  %s", strings.Join(terms, " +\n  "))
	}
	if d.ReplicasPath != "" {
		open = append(open, "the scale subresource counts "+d.ReplicasPath+" only; replicaResource and replicaRevision could divide that over members")
	}
	s.decide("%s", strings.Join(append([]string{"are these all the pods, under these names?"}, open...), "; "))
	return s
}

// nameParts gives each template another name for its component, with room for a number behind it.
func nameParts(templates []template) {
	used := map[string]int{}
	for i := range templates {
		t := &templates[i]
		at := t.many()
		if at < 0 {
			at = len(t.path)
		}
		t.part = partName(place{path: t.path[:at]})
		t.part = t.part[:min(len(t.part), interpreter.MaxComponentName-len("-99-999"))]
		if used[t.part]++; used[t.part] > 1 {
			t.part += "-" + strconv.Itoa(used[t.part])
		}
	}
}

func (d *Definition) fixedComponent(s *Section, t template) {
	s.add("the name of the field", "  - name: %s", t.part)
	path, ok := d.fixedCount(t)
	s.add("only where the object has this template", "    when: %s", hasField(t.path))
	if !ok {
		s.add("no number of replicas stands beside the template", `    expression: "1"`)
	} else {
		s.add("an integer beside the template or above it", "    path: %s", path)
	}
	s.decide("how many pods are made from %s?%s", t, t.mayCount())
	if ok {
		s.add("the default of the schema, else 1", "    default: %s", d.defaultOf(path))
	}
	s.add(t.reason, "    template: %s", t)
}

func (d *Definition) fixedCount(t template) (path string, ok bool) {
	if counts := t.counts(); len(counts) > 0 {
		return counts[0].String(), true
	}
	if at := strings.LastIndexByte(d.ReplicasPath, '.'); at > 0 && strings.HasPrefix(t.String(), d.ReplicasPath[:at+1]) && d.ReplicasPath[:at] != "spec" {
		return d.ReplicasPath, true
	}
	return "", false
}

// mayCount names integers beside the template that may count its pods, too.
func (p place) mayCount() string {
	parent := p.above[len(p.above)-1]
	if parent == nil {
		return ""
	}
	for _, name := range []string{"size", "completions", "minMember", "instances", "count"} {
		if s := parent.Properties[name]; s != nil && s.Type == "integer" {
			return fmt.Sprintf(" %s.%s may count them", place{path: p.path[:len(p.path)-1]}, name)
		}
	}
	return ""
}

func (d *Definition) defaultOf(path string) string {
	if s := d.at(path); s != nil && isCount(s.Default) {
		return string(s.Default)
	}
	return "1"
}

// term is a CEL expression for the components of a template.
func (d *Definition) term(t template) (expression, decide string) {
	at := t.many()
	if at < 0 {
		count := "1"
		if path, ok := d.fixedCount(t); ok {
			count = optional("object", steps(path)) + ".orValue(" + d.defaultOf(path) + ")"
		}
		return fmt.Sprintf("[?%s.optMap(t, {'name': '%s', 'replicas': %s, 'template': t})]", optional("object", t.path), t.part, count), ""
	}
	if t.path[at+1:].Many() {
		return "", t.String() + " is in a list of lists and is left out"
	}
	list, inner := t.path[:at], t.path[at+1:]
	name, none := t.partNames(at)
	var factors []string
	for _, c := range t.counts() {
		standard := "1"
		if isCount(c.schema.Default) {
			standard = string(c.schema.Default)
		}
		factors = append(factors, fmt.Sprintf("%s.orValue(%s)", optional("part", c.path[at+1:]), standard))
	}
	if len(factors) > 1 {
		decide = "the numbers of " + t.String() + " are multiplied"
	}
	made := "'template': part"
	if len(inner) > 0 {
		made = "?'template': " + optional("part", inner)
	}
	return fmt.Sprintf("%s.orValue(%s).transformList(key, part, {\n    'name': %s, 'replicas': %s, %s})",
		optional("object", list), none, name, cmp.Or(strings.Join(factors, " * "), "1"), made), decide
}

// partNames returns a CEL expression for the names of the components that are in the list or map at path[at], and what stands for an
// empty one.
func (t template) partNames(at int) (name, none string) {
	if t.above[at].Items == nil {
		return "key", "{}"
	}
	element := t.schema
	if at+1 < len(t.above) {
		element = t.above[at+1]
	}
	name = fmt.Sprintf("'%s-' + string(key + 1)", t.part)
	for _, field := range []string{"name", "groupName"} {
		if isString(element.Properties[field]) {
			return fmt.Sprintf("part.?%s.orValue(%s)", field, name), "[]"
		}
	}
	return name, "[]"
}

// partName makes a name of a component from the field that it stands in: headGroupSpec makes head.
func partName(p place) string {
	name := p.name()
	for n := len(p.path) - 1; n > 1 && slices.Contains([]string{"template", "podTemplate", "spec"}, name); n-- {
		name = place{path: p.path[:n]}.name()
	}
	short := name
	for _, suffix := range []string{"Specs", "Spec", "Template", "Pod", "Group"} {
		short = strings.TrimSuffix(short, suffix)
	}
	return strings.ToLower(cmp.Or(short, name))
}
