// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"slices"
	"strings"

	"workload.example.io/interpreter/internal/kinds/described/schema"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// check checks the descriptions against the CRDs of their kinds.
func (s *Set) check() (problems strictyaml.Problems) {
	crds := map[string]*schema.CRD{}
	for _, source := range s.crds {
		parsed, err := schema.Parse(source.Name, source.Data)
		if err != nil {
			return append(problems, &strictyaml.Problem{Position: strictyaml.Position{File: source.Name, Line: 1, Column: 1}, Message: err.Error()})
		}
		for _, crd := range parsed {
			crds[crd.Spec.Names.Kind+"."+crd.Spec.Group] = crd
		}
	}
	for _, l := range s.kinds {
		gvk := l.description.GroupVersionKind()
		crd := crds[gvk.Kind+"."+gvk.Group]
		if crd == nil {
			problems = append(append(problems, miswritten(l.description, crds)...), unchecked(&l.description.Spec)...)
			continue
		}
		object, versions := crd.Object(gvk.Version)
		if l.checked = object != nil; !l.checked && slices.Contains(versions, gvk.Version) {
			problems = append(problems, unchecked(&l.description.Spec)...) // a version without a schema
			continue
		}
		if object == nil {
			at := l.description.Spec.Target.APIVersion
			problems = append(problems, &strictyaml.Problem{Position: at.Start, Field: at.Field,
				Message: "the CRD has no version " + gvk.Version + strictyaml.Suggest(gvk.Version, versions)})
			continue
		}
		problems = append(problems, against(&l.description.Spec, object)...)
	}
	return problems
}

// miswritten finds a kind that no CRD has, where one has it in other letters or in the plural.
func miswritten(d *Description, crds map[string]*schema.CRD) (problems strictyaml.Problems) {
	target := d.Spec.Target.Kind
	for _, crd := range crds {
		names := crd.Spec.Names
		if crd.Spec.Group == d.GroupVersionKind().Group && (strings.EqualFold(names.Kind, target.Value) || strings.EqualFold(names.Plural, target.Value)) {
			problems = append(problems, &strictyaml.Problem{Position: target.Start, Field: target.Field,
				Message: "no CRD has the kind " + target.Value + "; did you mean " + names.Kind + "?"})
		}
	}
	return problems
}

// unchecked finds what is most probably wrong where there is no CRD: a path below status that begins with status.
func unchecked(spec *Spec) strictyaml.Problems {
	c := &checker{}
	refuse := func(text strictyaml.Text) {
		if path := path(text); len(path) > 1 && path[0].Name == "status" {
			c.fail(text.Start, text.Field, "want a path below status such as replicas, got one that begins with status; "+
				"where the status has a field status, the CRD beside the description says so")
		}
	}
	if r := spec.StatusReflection; r != nil {
		for _, f := range r.Fields {
			refuse(f.Path)
		}
	}
	if r := spec.StatusAggregation; r != nil {
		for _, f := range slices.Concat(r.Sum, r.Min, r.Max, r.First, r.Last) {
			refuse(f.Path)
		}
		for _, f := range r.Fields {
			refuse(f.Name)
		}
	}
	return c.problems
}
