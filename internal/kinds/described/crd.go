// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"slices"
	"strings"

	"cel.dev/cel-go/cel"

	"workload.example.io/interpreter/internal/kinds/described/celenv"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
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
			continue
		}
		object, versions := crd.Object(gvk.Version)
		if l.checked = object != nil; !l.checked && slices.Contains(versions, gvk.Version) {
			continue // a version without a schema
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

// typed checks one description against a schema.
type typed struct {
	checker
	object   *schema.Schema
	provider *schema.Provider
	env      *cel.Env
}

func against(spec *Spec, object *schema.Schema) strictyaml.Problems {
	base, err := celenv.Base()
	if err != nil {
		return strictyaml.All(err)
	}
	t := &typed{object: object, provider: schema.NewProvider(base.CELTypeProvider())}
	status := object.Status()
	whole := t.provider.Type(rootObject, object)
	t.env, err = base.Extend(cel.CustomTypeProvider(t.provider), cel.Variable(rootObject, whole), cel.Variable(rootObserved, whole),
		cel.Variable(rootItems, t.provider.Type(rootItems, schema.Items(status))),
		cel.Variable(rootStatuses, cel.ListType(t.provider.Type("status of a member", status))), cel.Variable(rootReplicas, cel.IntType))
	if err != nil {
		return strictyaml.All(err)
	}
	for i := range spec.Variables {
		v := &spec.Variables[i]
		result := t.expression(v.Expression)
		if env, err := t.env.Extend(cel.Variable(variablesRoot+v.Name.Value, result)); err == nil {
			t.env = env
		}
	}
	spec.visit(t)
	return t.problems
}

// expression checks an expression; what is unclear about objects, which CEL treats neither as maps nor as messages here, passes.
func (t *typed) expression(text strictyaml.Text, want ...*cel.Type) *cel.Type {
	if !text.Present() {
		return cel.DynType
	}
	result, mistakes := celenv.Check(t.env, text.Value, want...)
	for _, m := range mistakes {
		if strings.Contains(m.Message, "'/") || strings.Contains(m.Message, "(/") || strings.Contains(m.Message, " /") {
			continue
		}
		message := m.Message
		if field, ok := strings.CutPrefix(message, "undefined field '"); ok {
			field, _, _ = strings.Cut(field, "'")
			if place, names := t.provider.Missed(field); place != "" {
				message = place + " has no field " + field + strictyaml.Suggest(field, names)
			}
		}
		t.fail(text.At(m.Offset), text.Field, message)
	}
	return result
}

// path checks that a path leads through fields that there are, to a value of the type if one is named.
func (t *typed) path(text strictyaml.Text, prefix fieldpath.Path, want string) {
	if !text.Present() {
		return
	}
	at := t.object
	full := append(prefix[:len(prefix):len(prefix)], path(text)...)
	for i, step := range full {
		var next *schema.Schema
		var ok bool
		if step.All {
			next, ok = at.Element()
		} else {
			next, ok = at.Member(step.Name)
		}
		if !ok {
			message := full[:i].Below(rootObject) + " is no list"
			if !step.All {
				message = full[:i].Below(rootObject) + " has no field " + step.Name + strictyaml.Suggest(step.Name, at.Names())
			}
			t.fail(text.At(step.Offset), text.Field, message)
			return
		}
		at = next
	}
	if want != "" && !at.Open() && at.Type != want {
		t.fail(text.Start, text.Field, "want a path to "+want+", got one to "+at.Type)
	}
}
