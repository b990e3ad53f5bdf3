// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package strictyaml

import (
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Field is what a tag says about a field of a struct.
type Field struct {
	Name                        string
	Required, Short, Map, Empty bool
	Index                       int
}

// Fields returns the fields that a struct has in YAML, in the order of the struct.
func Fields(t reflect.Type) []Field {
	var fields []Field
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if name == "" {
			continue
		}
		has := func(option string) bool { return slices.Contains(strings.Split(options, ","), option) }
		fields = append(fields, Field{Name: name, Required: has("required"), Short: has("short"), Map: has("map"), Empty: has("empty"), Index: i})
	}
	return fields
}

// object decodes a mapping into a struct, or a string into the field that it may stand for. A struct with a field Position
// learns where it begins.
func (d *decoder) object(node *yaml.Node, field string, v reflect.Value, depth int) {
	fields := Fields(v.Type())
	if at := v.FieldByName("Position"); at.IsValid() {
		at.Set(reflect.ValueOf(Position{File: d.file, Line: node.Line, Column: node.Column}))
	}
	short := slices.IndexFunc(fields, func(f Field) bool { return f.Short })
	if short >= 0 && node.Kind == yaml.ScalarNode {
		d.value(node, field, v.Field(fields[short].Index), depth)
		return
	}
	want := "object"
	if short >= 0 {
		want = "string or object"
	}
	if !d.want(node, field, yaml.MappingNode, "", want) {
		return
	}
	seen := map[string]bool{}
	for name, value := range d.members(node, field) {
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name.Value })
		if i < 0 {
			d.fail(name, field, "unknown field %q%s", shorten(name.Value), suggest(name.Value, fields))
			continue
		}
		seen[name.Value] = true
		d.member(value, join(field, name.Value), v.Field(fields[i].Index), fields[i], depth)
	}
	for _, f := range fields {
		if f.Required && !seen[f.Name] {
			d.fail(node, field, "want field %s, got none", f.Name)
		}
	}
}

func (d *decoder) member(value *yaml.Node, field string, v reflect.Value, f Field, depth int) {
	if f.Empty && value.Kind == yaml.SequenceNode && len(value.Content) == 0 {
		return
	}
	if !f.Map {
		d.value(value, field, v, depth+1)
		return
	}
	if !d.want(value, field, yaml.MappingNode, "", "object") {
		return
	}
	for name, inner := range d.members(value, field) {
		entry := reflect.New(v.Type().Elem()).Elem()
		entry.FieldByName("Name").Set(reflect.ValueOf(d.text(name, field)))
		d.value(inner, join(field, name.Value), entry.FieldByName("Value"), depth+1)
		v.Set(reflect.Append(v, entry))
	}
}

// members visits the names and values of a mapping and refuses what is no name or stands there twice.
func (d *decoder) members(node *yaml.Node, field string) func(yield func(name, value *yaml.Node) bool) {
	return func(yield func(name, value *yaml.Node) bool) {
		seen := map[string]bool{}
		for i := 0; i+1 < len(node.Content); i += 2 {
			name, value := node.Content[i], node.Content[i+1]
			switch {
			case name.Kind != yaml.ScalarNode || name.Tag != "!!str":
				d.fail(name, field, "want a string as the name of a field, got %s", nameOf(name))
				continue
			case seen[name.Value]:
				d.fail(name, join(field, name.Value), "the field is given twice")
				continue
			}
			seen[name.Value] = true
			if !yield(name, value) {
				return
			}
		}
	}
}

func join(field, name string) string {
	if field == "" {
		return name
	}
	return field + "." + name
}

// suggest names the field that was probably meant, or all.
func suggest(got string, fields []Field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return Suggest(got, names)
}

// Suggest ends a message about an unknown name: with the one that was probably meant, or with all there are.
func Suggest(got string, names []string) string {
	const most = 12
	best, distance := "", max(len(got)/3, 1)+1
	for _, name := range names {
		if d := edits(shorten(strings.ToLower(got)), strings.ToLower(name)); d < distance {
			best, distance = name, d
		}
	}
	switch {
	case best != "":
		return "; did you mean " + best + "?"
	case len(names) == 0:
		return ""
	case len(names) > most:
		return "; there are " + strings.Join(names[:most], ", ") + " and more"
	case len(names) == 1:
		return "; there is " + names[0]
	}
	return "; there are " + strings.Join(names, ", ")
}

// edits is the Levenshtein distance.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}

func shorten(name string) string {
	const longest = 63
	if len(name) > longest {
		return strings.ToValidUTF8(name[:longest], "") + "..."
	}
	return name
}
