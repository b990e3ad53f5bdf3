// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"fmt"
	"math"
	"slices"

	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// oneOf wants one of two fields, whose names are given for the message.
func (c *checker) oneOf(at strictyaml.Position, field, names string, a, b bool) {
	switch {
	case a && b:
		c.fail(at, field, "want "+names+", got both")
	case !a && !b:
		c.fail(at, field, "want "+names+", got neither")
	}
}

// path wants a path that leads to one field.
func (c *checker) path(text strictyaml.Text) {
	if path, ok := c.anyPath(text); ok && path.Many() {
		c.fail(text.Start, text.Field, "want a path to one field, got one with [*]")
	}
}

func (c *checker) anyPath(text strictyaml.Text) (fieldpath.Path, bool) {
	if !text.Present() {
		return nil, false
	}
	path, offset, err := fieldpath.Parse(text.Value)
	if err != nil {
		c.fail(text.At(offset), text.Field, err.Error())
	}
	return path, err == nil
}

func (c *checker) replicas(at strictyaml.Position, field string, path, expression strictyaml.Text, absent *int64, template, requirements strictyaml.Text) {
	c.oneOf(at, field, "path or expression", path.Present(), expression.Present())
	c.path(path)
	c.path(template)
	if absent != nil && expression.Present() {
		c.fail(at, field, "want default with path only, got it with expression")
	}
	if absent != nil && (*absent < 0 || *absent > math.MaxInt32) {
		c.fail(at, field+".default", "want "+view.CountRange+", got another one")
	}
	if template.Present() && requirements.Present() {
		c.fail(at, field, "want template or requirements, got both")
	}
}

func (c *checker) replicaResource(r *ReplicaResource) {
	if r != nil {
		c.replicas(r.Position, "spec.replicaResource", r.Path, r.Expression, r.Default, r.Template, r.Requirements)
	}
}

func (c *checker) componentResource(r *ComponentResource) {
	if r == nil {
		return
	}
	const field = "spec.componentResource"
	c.oneOf(r.Position, field, "components or expression", r.Components != nil, r.Expression.Present())
	seen := map[string]bool{}
	for i := range r.Components {
		component := &r.Components[i]
		c.replicas(component.Position, fmt.Sprintf("%s.components[%d]", field, i), component.Path, component.Expression, component.Default,
			component.Template, component.Requirements)
		switch name := component.Name; {
		case name.Value == "" || len(name.Value) > maxComponentName:
			c.fail(name.Start, name.Field, fmt.Sprintf("want 1 to %d characters, got another number", maxComponentName))
		case seen[name.Value]:
			c.fail(name.Start, name.Field, "two components have this name")
		}
		seen[component.Name.Value] = true
	}
}

// maxComponentName is what the CRDs of Karmada's bindings allow.
const maxComponentName = 32

// rules wants paths apart from each other, each with at most as many [*] as given, before a name.
func (c *checker) rules(rules []Rule, lists int) {
	var paths []fieldpath.Path
	for i := range rules {
		if path, ok := c.anyPath(rules[i].Path); ok && (path.Lists() > lists || path[len(path)-1].All) {
			c.fail(rules[i].Path.Start, rules[i].Path.Field, fmt.Sprintf("want a path to a field with at most %d [*], got another one", lists))
		}
		path, _, err := fieldpath.Parse(rules[i].Path.Value)
		if err != nil {
			continue
		}
		for _, other := range paths {
			if path.Overlaps(other) {
				c.fail(rules[i].Path.Start, rules[i].Path.Field, "want fields apart from each other, got "+path.String()+" and "+other.String())
			}
		}
		paths = append(paths, path)
	}
}

func (c *checker) statusReflection(r *StatusReflection) {
	if r == nil {
		return
	}
	c.oneOf(r.Position, "spec.statusReflection", "fields or expression", r.Fields != nil, r.Expression.Present())
	c.fields(r.Fields, nil)
}

func (c *checker) statusAggregation(r *StatusAggregation) {
	if r == nil {
		return
	}
	const field = "spec.statusAggregation"
	some := r.ObservedGeneration || r.Conditions || len(r.Sum)+len(r.Min)+len(r.Max)+len(r.First)+len(r.Last)+len(r.Fields) > 0
	c.oneOf(r.Position, field, "fields or expression", some, r.Expression.Present())
	var seen []fieldpath.Path
	if r.ObservedGeneration {
		seen = append(seen, fieldpath.Path{{Name: "observedGeneration"}})
	}
	if r.Conditions {
		seen = append(seen, fieldpath.Path{{Name: "conditions"}})
	}
	for i := range r.Sum {
		f := &r.Sum[i]
		if n, ok := f.Default.(int); f.Default != nil && (!ok || n < 0 || n > math.MaxInt32) {
			c.fail(f.Position, fmt.Sprintf("%s.sum[%d].default", field, i), "want "+view.CountRange+", got another value")
		}
	}
	for _, fields := range [][]Field{r.Sum, r.Min, r.Max, r.First, r.Last} {
		seen = c.fields(fields, seen)
	}
	for i := range r.Fields {
		seen = c.written(r.Fields[i].Name, seen)
	}
}

// generations wants what observedGeneration reads to be collected: without it the field would never be written.
func (c *checker) generations(spec *Spec) {
	r, from := spec.StatusAggregation, spec.StatusReflection
	if r == nil || !r.ObservedGeneration || from == nil || from.Fields == nil {
		return
	}
	collects := func(name string) bool {
		return slices.ContainsFunc(from.Fields, func(f Field) bool { return f.Path.Value == name })
	}
	if !collects("observedGeneration") || !from.Generation && !(collects("generation") && collects("resourceTemplateGeneration")) {
		c.fail(r.Position, "spec.statusAggregation.observedGeneration",
			"want statusReflection with generation: true and observedGeneration among its fields, got one without")
	}
}

// fields wants fields that are apart from each other and from those seen before.
func (c *checker) fields(fields []Field, seen []fieldpath.Path) []fieldpath.Path {
	for i := range fields {
		seen = c.written(fields[i].Path, seen)
	}
	return seen
}

func (c *checker) written(text strictyaml.Text, seen []fieldpath.Path) []fieldpath.Path {
	c.path(text)
	path, _, err := fieldpath.Parse(text.Value)
	if err != nil {
		return seen
	}
	for _, other := range seen {
		if path.Overlaps(other) {
			c.fail(text.Start, text.Field, "want each field once, got "+path.String()+" beside "+other.String())
			break
		}
	}
	return append(seen, path)
}

func (c *checker) dependencyInterpretation(r *DependencyInterpretation) {
	if r == nil {
		return
	}
	all := [][]strictyaml.Text{r.PodTemplates, r.PodSpecs, r.Secrets, r.ConfigMaps, r.ServiceAccounts, r.PersistentVolumeClaims}
	some := r.Expression.Present()
	for _, paths := range all {
		for _, path := range paths {
			some = true
			c.anyPath(path)
		}
	}
	if !some {
		c.fail(r.Position, "spec.dependencyInterpretation", "want paths or expression, got neither")
	}
}
