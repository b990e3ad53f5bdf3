// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"fmt"
	"strings"
)

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
			a.fields = append(a.fields, named{path: name, reason: "a list of conditions", expression: fmt.Sprintf("statuses.map(s, %s.orValue([])).flatten()", optionalMember("s", name))})
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
