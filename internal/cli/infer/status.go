// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"fmt"
	"slices"
	"strings"
)

// reflection proposes all fields of the status.
func (d *Definition) reflection() Section {
	s := Section{Name: "statusReflection"}
	names := d.at("status").names()
	if len(names) == 0 {
		if d.ReplicasPath == "" {
			s.open("the schema says nothing about the status: which fields of it are of use in Karmada?")
			return s
		}
	}
	if len(names) == 0 {
		s.add("there is a scale subresource, and the schema says nothing about the status", "fields: [replicas, readyReplicas]")
		return s
	}
	if d.generation() {
		s.add("status.observedGeneration tells which generation of the member's object a status is about", "generation: true")
	}
	s.add("the fields that the schema has below status", "fields: [%s]", list(names))
	if len(names) > 12 {
		s.decide("what is not of use in Karmada need not be collected, such as long lists")
	}
	return s
}

// generation reports whether the status has an observed generation that is a number.
func (d *Definition) generation() bool {
	s := d.at("status.observedGeneration")
	return s != nil && s.Type == "integer"
}

// list writes names with line breaks, to stand in a YAML list below a field of a section.
func list(names []string) string {
	var w strings.Builder
	length := 0
	for i, name := range names {
		switch {
		case i == 0:
		case length+len(name) > 100:
			w.WriteString(",\n  ")
			length = 0
		default:
			w.WriteString(", ")
		}
		length += len(name) + 2
		w.WriteString(name)
	}
	return w.String()
}

// rules of statusAggregation, each with its paths.
type aggregated struct {
	sum, min, max, last []named
	fields              []named
	open                []string
}

// named is a path below status with a reason; fields have an expression.
type named struct{ path, expression, reason, decide string }

// aggregation proposes what the members' statuses make together.
func (d *Definition) aggregation() Section {
	s := Section{Name: "statusAggregation"}
	status := d.at("status")
	if len(status.names()) == 0 {
		s.open("the schema says nothing about the status: what do the members' statuses make together?")
		return s
	}
	var a aggregated
	if d.generation() {
		s.add("status.observedGeneration is an integer", "observedGeneration: true")
	}
	for _, name := range status.names() {
		d.aggregate(&a, &s, name, status.Properties[name])
	}
	for _, group := range []struct {
		name  string
		paths []named
	}{{"sum", a.sum}, {"min", a.min}, {"max", a.max}, {"last", a.last}} {
		if len(group.paths) == 0 {
			continue
		}
		s.add("", "%s:", group.name)
		for _, n := range group.paths {
			s.add(n.reason, "  - %s", n.path)
			if n.decide != "" {
				s.decide("%s", n.decide)
			}
		}
	}
	if len(a.fields) > 0 {
		s.add("", "fields:")
		for _, n := range a.fields {
			s.add(n.reason, "  %s: >-\n  %s", n.path, n.expression)
			if n.decide != "" {
				s.decide("%s", n.decide)
			}
		}
	}
	for _, text := range a.open {
		s.open("%s", text)
	}
	return s
}

// aggregate proposes a rule for one field of the status.
func (d *Definition) aggregate(a *aggregated, s *Section, name string, schema *Schema) {
	switch {
	case name == "observedGeneration" && schema.Type == "integer":
	case strings.HasSuffix(strings.ToLower(name), "observedgeneration"):
		a.open = append(a.open, name+" is a "+schema.Type+": the members' generations are not Karmada's; what should stand there?")
	case isConditions(schema):
		if name != "conditions" {
			a.fields = append(a.fields, named{path: name, reason: "a list of conditions", expression: fmt.Sprintf("statuses.map(s, s.?%s.orValue([])).flatten()", name)})
			return
		}
		s.add("a list of objects with type and status", "conditions: true")
	case schema.Type == "object" && !schema.opaque():
		a.object(name, schema)
	case schema.Type == "array":
		a.open = append(a.open, name+" is a list, which is not aggregated: is it the same in every member (first), or do its elements add up (fields)?")
	default:
		a.scalar(name, schema)
	}
}

// scalar proposes a rule for a field that is neither list nor object; path is below status.
func (a *aggregated) scalar(path string, schema *Schema) {
	name := strings.ToLower(path[strings.LastIndexByte(path, '.')+1:])
	n := named{path: path}
	switch {
	case schema.Type == "integer" && counts(name):
		n.reason = "an integer"
		a.sum = append(a.sum, n)
	case schema.Type == "integer":
		n.reason, n.decide = "an integer that its name makes no count", "which member's?"
		a.last = append(a.last, n)
	case schema.Type == "string" && schema.Format == "date-time" && strings.HasPrefix(name, "start"):
		n.reason = "a time: when the first member began"
		a.min = append(a.min, n)
	case schema.Type == "string" && schema.Format == "date-time":
		n.reason = "a time: the latest"
		a.max = append(a.max, n)
	case isQuantity(schema):
		n.reason = "a quantity"
		n.expression = fmt.Sprintf("quantitySum(statuses.map(s, s%s))", below(path))
		a.fields = append(a.fields, n)
	case schema.Type == "string" && isPhase(name, schema):
		bad, _ := verdicts(schema)
		if len(bad) == 0 {
			n.reason, n.decide = "a phase", "which phase do several make together?"
			a.last = append(a.last, n)
			return
		}
		n.reason = "a phase: the first that has failed, else the last"
		n.expression = fmt.Sprintf("cel.bind(all, statuses.map(s, s%s.orValue('')).filter(p, p != ''),\n"+
			"  all.filter(p, %s).first().or(all.last()))", below(path), isBad(schema, "p"))
		n.decide = "which phase do several make together?"
		a.fields = append(a.fields, n)
	case schema.Type == "string":
		n.reason = "a text"
		a.last = append(a.last, n)
	case schema.Type == "boolean":
		a.open = append(a.open, path+" is a boolean, which is not aggregated: is it true if one member says so, or if all do?")
	default:
		a.open = append(a.open, path+" is not aggregated: the schema does not say what it is")
	}
}

// object proposes a rule for an object: its numbers are added up, anything else is one member's.
func (a *aggregated) object(name string, schema *Schema) {
	inner := schema.names()
	if schema.Additional != nil && schema.Additional.Schema != nil {
		a.byKey(name, schema.Additional.Schema)
		return
	}
	integers, scalars := 0, 0
	for _, field := range inner {
		p := schema.Properties[field]
		if p.Type == "integer" {
			integers++
		}
		if p.Type == "integer" || isPhase(strings.ToLower(field), p) || p.Type == "string" {
			scalars++
		}
	}
	hasPhase := slices.ContainsFunc(inner, func(field string) bool { return isPhase(strings.ToLower(field), schema.Properties[field]) })
	if len(inner) > 0 && scalars == len(inner) && (integers == len(inner) || hasPhase) {
		for _, field := range inner {
			a.scalar(name+"."+field, schema.Properties[field])
		}
		return
	}
	a.last = append(a.last, named{path: name, reason: "an object", decide: "is one member's enough?"})
}

// byKey proposes an expression for a map of numbers, or of objects with numbers.
func (a *aggregated) byKey(name string, value *Schema) {
	n := named{path: name}
	if value.Type == "integer" {
		n.reason = "a map of integers, added up by key"
		n.expression = fmt.Sprintf("merge(statuses.map(s, s.?%s)).transformMap(key, _, sum(statuses.map(s, s.?%s[?key])))", name, name)
		a.fields = append(a.fields, n)
		return
	}
	var sums []string
	for _, field := range value.names() {
		if value.Properties[field].Type == "integer" && counts(strings.ToLower(field)) {
			sums = append(sums, fmt.Sprintf("'%s': sum(statuses.map(s, s.?%s[?key].?%s))", field, name, field))
		}
	}
	if 2*len(sums) < len(value.Properties) || len(sums) == 0 {
		n.reason, n.decide = "a map; later members win", "is that enough?"
		n.expression = fmt.Sprintf("merge(statuses.map(s, s.?%s))", name)
		a.fields = append(a.fields, n)
		return
	}
	n.reason = "a map of objects whose integers are added up by key"
	if rest := len(value.Properties) - len(sums); rest > 0 {
		n.decide = fmt.Sprintf("%d other fields of these objects are left out", rest)
	}
	n.expression = fmt.Sprintf("merge(statuses.map(s, s.?%s)).transformMap(key, _, {\n    %s})", name, strings.Join(sums, ",\n    "))
	a.fields = append(a.fields, n)
}

// below is a path as CEL reads it below a status.
func below(path string) string {
	return strings.TrimPrefix(optional("s", steps(path)), "s")
}

// counts reports whether an integer with the name counts something, so that a sum means something.
func counts(name string) bool {
	for _, part := range []string{"generation", "revision", "index", "port", "collision", "attempt", "version", "retry", "hash", "minavailable",
		"duration", "timestamp", "seconds"} {
		if strings.Contains(name, part) {
			return false
		}
	}
	return true
}

func isConditions(s *Schema) bool {
	return s.Type == "array" && s.Items != nil && s.Items.Properties["type"] != nil && s.Items.Properties["status"] != nil
}

func isQuantity(s *Schema) bool {
	return s.IntOrString && strings.Contains(s.Pattern, "[KMGTPE]i")
}
