// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"cel.dev/cel-go/cel"

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
		t.expression(r.Expression)
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
		t.expression(r.Expression)
		t.fields(r.Fields)
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
		t.expression(r.Expression)
	}
}

func (t *typed) replicas(path, expression, template, requirements strictyaml.Text) {
	t.path(path, nil, "integer")
	t.expression(expression, cel.IntType)
	t.path(template, nil, "object")
	t.expression(requirements)
}

func (t *typed) rules(rules []Rule, want string) {
	for i := range rules {
		r := &rules[i]
		if r.Expression.Present() {
			want = ""
		}
		t.path(r.Path, nil, want)
		t.expression(r.When, cel.BoolType)
		t.expression(r.Expression)
	}
}

func (t *typed) fields(fields []Field) {
	for i := range fields {
		t.path(fields[i].Path, statusPath, "")
	}
}

func (t *typed) aggregation(r *StatusAggregation) {
	for i := range r.Sum {
		t.path(r.Sum[i].Path, statusPath, "integer")
	}
	for _, fields := range [][]Field{r.Min, r.Max, r.First, r.Last} {
		t.fields(fields)
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
		t.path(r.Fields[i].Name, statusPath, "")
		t.expression(r.Fields[i].Value)
	}
	t.expression(r.Expression)
}

func (t *typed) paths(want string, lists ...[]strictyaml.Text) {
	for _, list := range lists {
		for _, text := range list {
			t.path(text, nil, want)
		}
	}
}
