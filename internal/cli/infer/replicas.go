// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
)

// replicas proposes replicaResource with replicaRevision for a kind with one pod template, and componentResource for one with several.
func (d *Definition) replicas(templates []template) []Section {
	single := len(templates) == 0 || len(templates) == 1 && templates[0].many() < 0
	switch {
	case d.Schema == nil:
		return []Section{{Name: "replicaResource", Lines: []Line{{Decide: "the definition has no schema: does the kind have replicas, and where?"}}}}
	case isString(d.at("spec.schedule")):
		return []Section{{Name: "replicaResource", Lines: []Line{{Decide: "spec.schedule makes other objects from time to time; what they need is known when they run"}}}}
	case d.at("status.desiredNumberScheduled") != nil:
		return []Section{{Name: "replicaResource", Lines: []Line{{Decide: "status.desiredNumberScheduled: one pod a node, so there is nothing to divide"}}}}
	case single && d.countPath(templates) != "":
		return d.counted(templates)
	case single && len(templates) == 1:
		s := Section{Name: "replicaResource"}
		s.add("the schema has a pod template and no number of replicas", `expression: "1"`)
		s.decide("is it always one pod? Without replicaResource Karmada schedules the object as a whole")
		s.add(templates[0].reason, "template: %s", templates[0])
		return []Section{s}
	case d.alternatives(templates):
		return d.counted(templates)
	case single:
		return []Section{{Name: "replicaResource", Lines: []Line{{Decide: "the schema has neither replicas nor a pod template; if the kind has none, Karmada needs no answer"}}}}
	}
	return []Section{d.components(templates)}
}

// countPath is the path of the number of replicas of the whole object, empty if there is none.
func (d *Definition) countPath(templates []template) string {
	if d.ReplicasPath != "" {
		return d.ReplicasPath
	}
	for _, path := range []string{"spec.replicas", "spec.parallelism"} {
		if s := d.at(path); s != nil && s.Type == "integer" {
			return path
		}
	}
	if len(templates) == 1 {
		if counts := templates[0].counts(); len(counts) > 0 {
			return counts[0].String()
		}
	}
	return ""
}

func (d *Definition) counted(templates []template) []Section {
	path := d.countPath(templates)
	reason := path + " is an integer; there is no scale subresource"
	if d.ReplicasPath != "" {
		reason = "scale subresource, specReplicasPath"
	}
	s := Section{Name: "replicaResource"}
	s.add(reason, "path: %s", path)
	if schema := d.at(path); schema != nil && len(schema.Default) > 0 {
		s.add("the default of the schema", "default: %s", schema.Default)
	} else {
		s.add("as for a Deployment; the schema has no default", "default: 1")
		s.decide("how many does the controller run if the field is absent?")
	}
	switch {
	case len(templates) == 1:
		s.add(templates[0].reason, "template: %s", templates[0])
		if templates[0].unknown {
			s.decide("is it a pod template?")
		}
	case len(templates) > 1:
		var terms []string
		for _, t := range templates {
			terms = append(terms, "?"+optional("object", t.path))
		}
		s.add("the schema has several pod templates, each that of another kind; the first that is there",
			"requirements: >-\n  [%s].first().optMap(t, podRequirements(t))", strings.Join(terms, ",\n   "))
	default:
		s.open("no pod template was found: what does a replica require? (template or requirements)")
	}
	revision := Section{Name: "replicaRevision"}
	revision.add(reason, "paths: [%s]", path)
	return []Section{s, revision}
}

// alternatives reports whether the templates are those of other kinds of which an object has one, counted by the scale subresource.
func (d *Definition) alternatives(templates []template) bool {
	if d.ReplicasPath == "" || len(templates) < 2 {
		return false
	}
	for _, t := range templates {
		if n := len(t.path); t.many() >= 0 || n < 4 || t.path[n-2].Name != "spec" || t.path[:n-3].String() != templates[0].path[:max(n-3, 0)].String() {
			return false
		}
	}
	return true
}

// components proposes the fixed ones as paths, and an expression where some are in lists or maps.
func (d *Definition) components(templates []template) Section {
	s := Section{Name: "componentResource"}
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

func (d *Definition) fixedComponent(s *Section, t template) {
	s.add("the name of the field", "  - name: %s", partName(t.place))
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
	for _, name := range []string{"size", "completions", "minMember", "instances", "count"} {
		if s := parent.Properties[name]; s != nil && s.Type == "integer" {
			return fmt.Sprintf(" %s.%s may count them", place{path: p.path[:len(p.path)-1]}, name)
		}
	}
	return ""
}

func (d *Definition) defaultOf(path string) string {
	if s := d.at(path); s != nil && len(s.Default) > 0 {
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
		return fmt.Sprintf("[?%s.optMap(t, {'name': '%s', 'replicas': %s, 'template': t})]", optional("object", t.path), partName(t.place), count), ""
	}
	if t.path[at+1:].Many() {
		return "", t.String() + " is in a list of lists and is left out"
	}
	list, element, inner := t.path[:at], t.above[at+1:][0], t.path[at+1:]
	isMap := t.above[at].Items == nil
	var name string
	if isMap {
		name = "key"
	} else {
		field := "name"
		for _, candidate := range []string{"name", "groupName"} {
			if isString(element.Properties[candidate]) {
				field = candidate
				break
			}
		}
		name = fmt.Sprintf("'%s-' + string(key + 1)", partName(place{path: list}))
		if element.Properties[field] != nil {
			name = fmt.Sprintf("part.?%s.orValue(%s)", field, name)
		}
	}
	var factors []string
	for _, c := range t.counts() {
		standard := 1
		if len(c.schema.Default) > 0 {
			standard, _ = strconv.Atoi(string(c.schema.Default))
		}
		factors = append(factors, fmt.Sprintf("%s.orValue(%d)", optional("part", c.path[at+1:]), standard))
	}
	count := cmp.Or(strings.Join(factors, " * "), "1")
	if len(factors) > 1 {
		decide = "the numbers of " + t.String() + " are multiplied"
	}
	empty := "[]"
	if isMap {
		empty = "{}"
	}
	return fmt.Sprintf("%s.orValue(%s).transformList(key, part, {\n    'name': %s, 'replicas': %s, ?'template': %s})",
		optional("object", list), empty, name, count, optional("part", inner)), decide
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

func steps(path string) fieldpath.Path {
	parsed, _, _ := fieldpath.Parse(path) // of a definition that Kubernetes has accepted
	return parsed
}

// optional is a path as CEL reads it where any field may be absent.
func optional(root string, path fieldpath.Path) string {
	text := root
	for _, step := range path {
		if isIdentifier(step.Name) {
			text += ".?" + step.Name
		} else {
			text += "[?'" + step.Name + "']"
		}
	}
	return text
}

// hasField is a CEL expression for whether the field is there.
func hasField(path fieldpath.Path) string {
	return optional("object", path) + ".hasValue()"
}

func isIdentifier(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

func isString(s *Schema) bool { return s != nil && s.Type == "string" }
