// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"reflect"

	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// form is the part of an OpenAPI v3 schema that completion needs.
type form struct {
	Type                 string          `json:"type,omitempty"`
	Properties           map[string]form `json:"properties,omitempty"`
	Items                *form           `json:"items,omitempty"`
	AdditionalProperties *form           `json:"additionalProperties,omitempty"`
}

// descriptionForm is the form of a KindDescription, read off its Go type.
func descriptionForm() form {
	return formOf(reflect.TypeFor[described.Description](), false)
}

var textType = reflect.TypeFor[strictyaml.Text]()

// formOf returns the form of a Go type that package strictyaml decodes. A named list stands for an object.
func formOf(t reflect.Type, named bool) form {
	switch {
	case t == textType:
		return form{Type: "string"}
	case t.Kind() == reflect.Pointer:
		return formOf(t.Elem(), named)
	case t.Kind() == reflect.Bool:
		return form{Type: "boolean"}
	case t.Kind() == reflect.Int64:
		return form{Type: "integer"}
	case t.Kind() == reflect.Slice && named:
		return form{Type: "object", AdditionalProperties: &form{Type: "string"}}
	case t.Kind() == reflect.Slice:
		items := formOf(t.Elem(), false)
		return form{Type: "array", Items: &items}
	case t.Kind() == reflect.Struct:
		object := form{Type: "object", Properties: map[string]form{}}
		for _, field := range strictyaml.Fields(t) {
			object.Properties[field.Name] = formOf(t.Field(field.Index).Type, field.Map)
		}
		return object
	}
	return form{}
}
