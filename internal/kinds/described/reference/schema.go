// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package reference

import (
	"bytes"
	"encoding/json"
	"reflect"

	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// node is a JSON Schema.
type node struct {
	Schema      string           `json:"$schema,omitempty"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Type        string           `json:"type,omitempty"`
	Const       string           `json:"const,omitempty"`
	AnyOf       []*node          `json:"anyOf,omitempty"`
	Properties  map[string]*node `json:"properties,omitempty"`
	Required    []string         `json:"required,omitempty"`
	Additional  any              `json:"additionalProperties,omitempty"`
	Items       *node            `json:"items,omitempty"`
	MinItems    int              `json:"minItems,omitempty"`
}

// Schema returns the JSON Schema.
func (f *Format) Schema() ([]byte, error) {
	schema := f.object(root)
	schema.Schema, schema.Title = "https://json-schema.org/draft/2020-12/schema", described.DescriptionKind
	schema.Properties["apiVersion"].Const = described.APIVersion
	schema.Properties["kind"].Const = described.DescriptionKind
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(schema)
	return out.Bytes(), err
}

func (f *Format) object(t reflect.Type) *node {
	made := &node{Type: "object", Description: f.types[t.Name()], Properties: map[string]*node{}, Additional: false}
	for _, field := range strictyaml.Fields(t) {
		inner := f.value(t.Field(field.Index).Type, field.Empty)
		inner.Description = f.fields[t.Name()][t.Field(field.Index).Name]
		made.Properties[field.Name] = inner
		if field.Required {
			made.Required = append(made.Required, field.Name)
		}
	}
	for _, field := range strictyaml.Fields(t) {
		if field.Short {
			return &node{AnyOf: []*node{{Type: "string", Description: f.fields[t.Name()][t.Field(field.Index).Name]}, made}}
		}
	}
	return made
}

func (f *Format) value(t reflect.Type, empty bool) *node {
	switch {
	case t == textType:
		return &node{Type: "string"}
	case t == reflect.SliceOf(entry):
		return &node{Type: "object", Additional: &node{Type: "string"}}
	case t.Kind() == reflect.Pointer:
		return f.value(t.Elem(), empty)
	case t.Kind() == reflect.Struct:
		return f.object(t)
	case t.Kind() == reflect.Slice:
		made := &node{Type: "array", Items: f.value(t.Elem(), false), MinItems: 1}
		if empty {
			made.MinItems = 0
		}
		return made
	case t.Kind() == reflect.Bool:
		return &node{Type: "boolean"}
	case t.Kind() == reflect.Int64:
		return &node{Type: "integer"}
	}
	return &node{}
}
