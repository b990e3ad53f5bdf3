// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"

	"workload.example.io/interpreter/internal/kinds/described/celenv"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/schema"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

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

// expression checks an expression and returns the type of its result.
func (t *typed) expression(text strictyaml.Text, want ...*cel.Type) *cel.Type {
	if !text.Present() {
		return cel.DynType
	}
	result, mistakes := celenv.Check(t.env, text.Value, want...)
	for _, m := range mistakes {
		if unclear(m.Message) {
			continue
		}
		message := objects.Replace(m.Message)
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

// objects removes the slash by which the provider of the schema marks the type of an object.
var objects = strings.NewReplacer("'/", "'", "(/", "(", " /", " ")

// single are operators that no object has.
var single = []string{"_<_", "_<=_", "_>_", "_>=_", "_+_", "_-_", "_*_", "_/_", "_%_", "_&&_", "_||_", "!_", "-_"}

// unclear reports whether a mistake may be none: CEL's checker knows the objects of a schema as messages, and they are maps.
func unclear(message string) bool {
	switch {
	case objects.Replace(message) == message:
		return false
	case strings.HasPrefix(message, "want "):
		return strings.HasPrefix(message, "want map")
	}
	return !strings.HasPrefix(message, "expected type 'bool'") && !slices.ContainsFunc(single, func(operator string) bool { return strings.Contains(message, "'"+operator+"'") })
}

// value checks that a value of a type can stand at a place that the schema knows, as far as both are clear.
func (t *typed) value(at strictyaml.Position, field string, place *schema.Schema, got string) {
	isNumber := func(name string) bool { return name == "integer" || name == "number" }
	if place.Open() || got == "" || got == place.Type || isNumber(got) && isNumber(place.Type) {
		return
	}
	t.fail(at, field, "want "+place.Type+", got "+got)
}

// jsonType names the type of the JSON that a value of the type becomes, empty if that is not known.
func jsonType(t *cel.Type) string {
	for t.Kind() == types.OpaqueKind && len(t.Parameters()) == 1 { // an optional
		t = t.Parameters()[0]
	}
	switch t.Kind() {
	case types.BoolKind:
		return "boolean"
	case types.IntKind, types.UintKind:
		return "integer"
	case types.DoubleKind:
		return "number"
	case types.StringKind, types.BytesKind, types.TimestampKind, types.DurationKind:
		return "string"
	case types.ListKind:
		return "array"
	case types.MapKind, types.StructKind:
		return "object"
	}
	return ""
}

// path checks that a path leads through fields that there are, to a value of the type if one is named, and returns what it leads to,
// nil for anything.
func (t *typed) path(text strictyaml.Text, prefix fieldpath.Path, want string) *schema.Schema {
	if !text.Present() {
		return nil
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
			return nil
		}
		at = next
	}
	if want != "" && !at.Open() && at.Type != want {
		t.fail(text.Start, text.Field, "want a path to "+want+", got one to "+at.Type)
	}
	return at
}
