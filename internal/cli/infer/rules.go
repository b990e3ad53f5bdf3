// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"fmt"
	"slices"
	"strings"
)

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
	// A path that begins with status is taken for a mistake where the CRD is not beside the description.
	if name != "status" && len(inner) > 0 && scalars == len(inner) && (integers == len(inner) || hasPhase) {
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
		n.expression = fmt.Sprintf("merge(statuses.map(s, %s)).transformMap(key, _, sum(statuses.map(s, %[1]s[?key])))", optionalMember("s", name))
		a.fields = append(a.fields, n)
		return
	}
	var sums []string
	for _, field := range value.names() {
		if value.Properties[field].Type == "integer" && counts(strings.ToLower(field)) {
			sums = append(sums, fmt.Sprintf("'%s': sum(statuses.map(s, %s))", field, optionalMember(optionalMember("s", name)+"[?key]", field)))
		}
	}
	if 2*len(sums) < len(value.Properties) || len(sums) == 0 {
		n.reason, n.decide = "a map; later members win", "is that enough?"
		n.expression = fmt.Sprintf("merge(statuses.map(s, %s))", optionalMember("s", name))
		a.fields = append(a.fields, n)
		return
	}
	n.reason = "a map of objects whose integers are added up by key"
	if rest := len(value.Properties) - len(sums); rest > 0 {
		n.decide = fmt.Sprintf("%d other fields of these objects are left out", rest)
	}
	n.expression = fmt.Sprintf("merge(statuses.map(s, %s)).transformMap(key, _, {\n    %s})", optionalMember("s", name), strings.Join(sums, ",\n    "))
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
