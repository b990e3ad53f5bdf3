// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"

	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

var statusPath = fieldpath.Path{{Name: "status"}}

// visit checks each expression and path of the operations.
func (s *Spec) visit(t *typed) {
	if r := s.ReplicaResource; r != nil {
		t.replicas(r.Path, r.Expression, r.Template, r.Requirements)
	}
	if r := s.ComponentResource; r != nil {
		t.expression(r.Expression, cel.ListType(cel.DynType))
		for i := range r.Components {
			c := &r.Components[i]
			t.expression(c.When, cel.BoolType)
			t.replicas(c.Path, c.Expression, c.Template, c.Requirements)
		}
	}
	if r := s.ReplicaRevision; r != nil {
		t.rules(r.Paths, "integer")
	}
	if r := s.Retention; r != nil {
		t.rules(r.Paths, "")
	}
	if r := s.StatusReflection; r != nil {
		t.expression(r.Expression, someMap...)
		t.fields(r.Fields, "")
	}
	if r := s.StatusAggregation; r != nil {
		t.aggregation(r)
	}
	if r := s.HealthInterpretation; r != nil {
		t.expression(r.Expression, cel.BoolType)
	}
	if r := s.DependencyInterpretation; r != nil {
		t.paths("object", r.PodTemplates, r.PodSpecs)
		t.paths("string", r.Secrets, r.ConfigMaps, r.ServiceAccounts, r.PersistentVolumeClaims)
		t.expression(r.Expression, cel.ListType(cel.DynType))
	}
}

// someMap are the types of an expression that gives a map or nothing.
var someMap = []*cel.Type{objectType, cel.NullType, cel.OptionalType(cel.DynType)}

func (t *typed) replicas(path, expression, template, requirements strictyaml.Text) {
	t.path(path, nil, "integer")
	t.expression(expression, cel.IntType)
	t.path(template, nil, "object")
	t.expression(requirements, someMap...)
}

func (t *typed) rules(rules []Rule, want string) {
	for i := range rules {
		r := &rules[i]
		if r.Expression.Present() {
			want = ""
		}
		at := t.path(r.Path, nil, want)
		t.expression(r.When, cel.BoolType)
		got := t.expression(r.Expression)
		if path(r.Path).Many() && got.Kind() == types.ListKind { // a value for each element
			got = got.Parameters()[0]
		}
		t.value(r.Expression.Start, r.Expression.Field, at, jsonType(got))
	}
}

func (t *typed) fields(fields []Field, want string) {
	for i := range fields {
		f := &fields[i]
		at := t.path(f.Path, statusPath, want)
		t.value(f.Position, strings.TrimSuffix(f.Path.Field, ".path")+".default", at, defaultType(f.Default))
	}
}

// defaultType names the type of a default, empty if there is none.
func defaultType(value any) string {
	switch value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case int, int64, uint64:
		return "integer"
	case float64:
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return ""
}

func (t *typed) aggregation(r *StatusAggregation) {
	t.fields(r.Sum, "integer")
	for _, fields := range [][]Field{r.Min, r.Max, r.First, r.Last} {
		t.fields(fields, "")
	}
	for _, written := range []struct {
		there bool
		name  string
	}{{r.ObservedGeneration, "observedGeneration"}, {r.Conditions, "conditions"}} {
		if written.there {
			t.path(strictyaml.Text{Value: written.name, Field: "spec.statusAggregation." + written.name, Start: r.Position}, statusPath, "")
		}
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		at := t.path(f.Name, statusPath, "")
		t.value(f.Value.Start, f.Value.Field, at, jsonType(t.expression(f.Value)))
	}
	t.expression(r.Expression, someMap...)
}

func (t *typed) paths(want string, lists ...[]strictyaml.Text) {
	for _, list := range lists {
		for _, text := range list {
			t.path(text, nil, want)
		}
	}
}
