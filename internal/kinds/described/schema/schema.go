// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package schema holds descriptions against the CustomResourceDefinition of their kind: which fields there are and of which
// types, for paths and for expressions.
package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"
)

// Schema is what matters here of an openAPIV3Schema. nil stands for a value of which nothing is known.
type Schema struct {
	Type                 string             `yaml:"type"`
	Properties           map[string]*Schema `yaml:"properties"`
	AdditionalProperties *Additional        `yaml:"additionalProperties"`
	Items                *Schema            `yaml:"items"`
	PreserveUnknown      bool               `yaml:"x-kubernetes-preserve-unknown-fields"`
	Embedded             bool               `yaml:"x-kubernetes-embedded-resource"`
	IntOrString          bool               `yaml:"x-kubernetes-int-or-string"`
}

// Additional is a schema, or true for anything.
type Additional struct{ *Schema }

// UnmarshalYAML reads a schema or a boolean.
func (a *Additional) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		return nil
	}
	return node.Decode(&a.Schema)
}

// Kind is that of a CRD.
const Kind = "CustomResourceDefinition"

// CRD is what matters of a CustomResourceDefinition.
type CRD struct {
	Kind string `yaml:"kind"`
	// Items are those of a list in place of one.
	Items []*CRD `yaml:"items"`
	Spec  struct {
		Group string `yaml:"group"`
		Names struct {
			Kind   string `yaml:"kind"`
			Plural string `yaml:"plural"`
		} `yaml:"names"`
		Versions []struct {
			Name   string `yaml:"name"`
			Schema struct {
				OpenAPIV3Schema *Schema `yaml:"openAPIV3Schema"`
			} `yaml:"schema"`
		} `yaml:"versions"`
	} `yaml:"spec"`
}

// Parse returns the CRDs among the documents of a file.
func Parse(name string, data []byte) ([]*CRD, error) {
	var all []*CRD
	for decoder := yaml.NewDecoder(bytes.NewReader(data)); ; {
		crd := &CRD{}
		switch err := decoder.Decode(crd); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("cannot read %s: want a CustomResourceDefinition: %w", name, err)
		}
		for _, one := range append(crd.Items, crd) {
			if one != nil && one.Kind == Kind {
				all = append(all, one)
			}
		}
	}
}

// Object returns the schema of a version's objects with what every object has, or the names of the versions there are.
func (c *CRD) Object(version string) (object *Schema, versions []string) {
	for _, v := range c.Spec.Versions {
		versions = append(versions, v.Name)
		if v.Name != version || v.Schema.OpenAPIV3Schema == nil {
			continue
		}
		root := *v.Schema.OpenAPIV3Schema
		root.Properties = maps.Clone(root.Properties)
		if root.Properties == nil {
			root.Properties = map[string]*Schema{}
		}
		root.Properties["metadata"], root.Properties["apiVersion"], root.Properties["kind"] = metadata, text, text
		object = &root
	}
	return object, versions
}

var (
	text     = &Schema{Type: "string"}
	integer  = &Schema{Type: "integer"}
	texts    = &Schema{Type: "object", AdditionalProperties: &Additional{text}}
	metadata = &Schema{Type: "object", Properties: map[string]*Schema{
		"name": text, "generateName": text, "namespace": text, "uid": text, "resourceVersion": text, "selfLink": text,
		"creationTimestamp": text, "deletionTimestamp": text, "deletionGracePeriodSeconds": integer, "generation": integer,
		"labels": texts, "annotations": texts, "finalizers": {Type: "array", Items: text}, "ownerReferences": nil, "managedFields": nil,
	}}
)

// Open reports whether the value may be or have anything.
func (s *Schema) Open() bool {
	return s == nil || s.PreserveUnknown && len(s.Properties) == 0 || s.Embedded || s.IntOrString || s.Type == ""
}

// Names returns the fields of an object in their order.
func (s *Schema) Names() []string { return slices.Sorted(maps.Keys(s.Properties)) }

// Member returns the schema of a member; ok is false if there can be none.
func (s *Schema) Member(name string) (member *Schema, ok bool) {
	switch {
	case s.Open():
		return nil, true
	case s.Type != "object":
		return nil, false
	}
	if member, ok = s.Properties[name]; ok {
		return member, true
	}
	if s.AdditionalProperties != nil {
		return s.AdditionalProperties.Schema, true
	}
	return nil, s.PreserveUnknown || len(s.Properties) == 0
}

// Element returns the schema of the elements of a list or of the members of an object.
func (s *Schema) Element() (element *Schema, ok bool) {
	switch {
	case s.Open():
		return nil, true
	case s.Type == "array":
		return s.Items, true
	case s.Type == "object" && s.AdditionalProperties != nil:
		return s.AdditionalProperties.Schema, true
	}
	return nil, s.Type == "object"
}

// Status returns the schema of the status as a member cluster reports it, with the generations that a description may add.
func (s *Schema) Status() *Schema {
	status, _ := s.Member("status")
	if status.Open() {
		return nil
	}
	with := *status
	with.Properties = maps.Clone(status.Properties)
	for _, name := range []string{"generation", "resourceTemplateGeneration"} {
		if _, ok := with.Properties[name]; !ok && with.Properties != nil {
			with.Properties[name] = integer
		}
	}
	return &with
}

// Items returns the schema of the variable items.
func Items(status *Schema) *Schema {
	return &Schema{Type: "array", Items: &Schema{Type: "object", Properties: map[string]*Schema{
		"clusterName": text, "status": status, "applied": {Type: "boolean"}, "appliedMessage": text, "health": text,
	}}}
}
