// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package infer proposes the description of a kind from its CustomResourceDefinition: what the schema, the scale subresource
// and the printer columns say, and what well-known names of fields suggest. Every line that it proposes comes with the reason
// for it, and what only a person can know is marked, never guessed in silence.
//
// It reads definitions of apiextensions.k8s.io/v1. Nothing is fetched and nothing is asked; the same definition gives the same
// proposal to the byte.
package infer

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Definition is what matters of a CustomResourceDefinition.
type Definition struct {
	// Group, Kind and Plural name the kind.
	Group, Kind, Plural string
	// Namespaced reports whether objects of the kind are in namespaces.
	Namespaced bool
	// Version is the one that is stored.
	Version string
	// Schema is the schema of the whole object, nil if the definition has none.
	Schema *Schema
	// ReplicasPath is specReplicasPath of the scale subresource without its leading dot, empty if there is no such subresource.
	ReplicasPath string
	// Columns are the JSON paths of the printer columns.
	Columns []string
}

// Schema is the part of an OpenAPI v3 schema that says something about a field.
type Schema struct {
	Type        string             `json:"type"`
	Format      string             `json:"format"`
	Pattern     string             `json:"pattern"`
	Default     json.RawMessage    `json:"default"`
	Enum        []json.RawMessage  `json:"enum"`
	Minimum     *float64           `json:"minimum"`
	MinItems    int                `json:"minItems"`
	MinLength   int                `json:"minLength"`
	Required    []string           `json:"required"`
	Properties  map[string]*Schema `json:"properties"`
	Items       *Schema            `json:"items"`
	Additional  *additional        `json:"additionalProperties"`
	IntOrString bool               `json:"x-kubernetes-int-or-string"`
	Preserve    bool               `json:"x-kubernetes-preserve-unknown-fields"`
}

// additional is the schema of the members of a map; the definition may say true in its place.
type additional struct{ *Schema }

// UnmarshalJSON reads a schema or a bool, which says nothing about the members.
func (a *additional) UnmarshalJSON(data []byte) error {
	if string(data) == "true" || string(data) == "false" {
		return nil
	}
	return json.Unmarshal(data, &a.Schema)
}

// definition is a CustomResourceDefinition as it is written.
type definition struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Items      []json.RawMessage `json:"items"`
	Spec       struct {
		Group string `json:"group"`
		Scope string `json:"scope"`
		Names struct {
			Kind   string `json:"kind"`
			Plural string `json:"plural"`
		} `json:"names"`
		Versions []version `json:"versions"`
	} `json:"spec"`
}

type version struct {
	Name    string `json:"name"`
	Storage bool   `json:"storage"`
	Schema  struct {
		OpenAPI *Schema `json:"openAPIV3Schema"`
	} `json:"schema"`
	Subresources struct {
		Scale *struct {
			Replicas string `json:"specReplicasPath"`
		} `json:"scale"`
	} `json:"subresources"`
	Columns []struct {
		JSONPath string `json:"jsonPath"`
	} `json:"additionalPrinterColumns"`
}

// Read reads the definitions among JSON documents, also in Lists; other objects are left out. Of a definition with several
// versions it takes the one with the name, or for an empty name the one that is stored.
func Read(documents [][]byte, versionName string) ([]*Definition, error) {
	var all []*Definition
	for _, document := range documents {
		var d definition
		if err := json.Unmarshal(document, &d); err != nil {
			return nil, fmt.Errorf("cannot decode a definition: %w", decodeError(err))
		}
		if len(d.Items) > 0 {
			items := make([][]byte, len(d.Items))
			for i, item := range d.Items {
				items[i] = item
			}
			inner, err := Read(items, versionName)
			if err != nil {
				return nil, err
			}
			all = append(all, inner...)
		}
		if d.Kind != "CustomResourceDefinition" {
			continue
		}
		read, err := d.read(versionName)
		if err != nil {
			return nil, err
		}
		all = append(all, read)
	}
	return all, nil
}

// decodeError says which field has the wrong type.
func decodeError(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s: want %s, got %s", wrong.Field, wrong.Type, wrong.Value)
	}
	return err
}

func (d *definition) read(versionName string) (*Definition, error) {
	if d.APIVersion != "apiextensions.k8s.io/v1" {
		return nil, fmt.Errorf("cannot read the definition of %s: want apiVersion apiextensions.k8s.io/v1, got another", d.Spec.Names.Kind)
	}
	at := slices.IndexFunc(d.Spec.Versions, func(v version) bool {
		return versionName == "" && v.Storage || versionName != "" && v.Name == versionName
	})
	if at < 0 || d.Spec.Names.Kind == "" || d.Spec.Group == "" {
		var names []string
		for _, v := range d.Spec.Versions {
			names = append(names, v.Name)
		}
		return nil, fmt.Errorf("cannot read the definition of %s: want group, kind and a version that is stored or has the name, there is %s",
			d.Spec.Names.Kind, strings.Join(names, ", "))
	}
	v := d.Spec.Versions[at]
	made := &Definition{Group: d.Spec.Group, Kind: d.Spec.Names.Kind, Plural: d.Spec.Names.Plural,
		Namespaced: d.Spec.Scope != "Cluster", Version: v.Name, Schema: v.Schema.OpenAPI}
	if v.Subresources.Scale != nil {
		made.ReplicasPath = strings.TrimPrefix(v.Subresources.Scale.Replicas, ".")
	}
	for _, column := range v.Columns {
		made.Columns = append(made.Columns, column.JSONPath)
	}
	return made, nil
}

// at returns the schema of a path of fields, nil if there is none.
func (d *Definition) at(path string) *Schema {
	s := d.Schema
	for name := range strings.SplitSeq(path, ".") {
		switch {
		case s == nil:
			return nil
		case s.Properties[name] != nil:
			s = s.Properties[name]
		case s.Additional != nil:
			s = s.Additional.Schema
		default:
			return nil
		}
	}
	return s
}

// plainName is a name that YAML, a path and CEL write as it is. The API conventions of Kubernetes want such names.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// names are those of the properties in order, without those that are not plain.
func (s *Schema) names() []string {
	if s == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.Properties)), func(name string) bool {
		return !plainName.MatchString(name) || slices.Contains([]string{"in", "true", "false", "null"}, name)
	})
}

// isCount reports whether a default can be a number of replicas.
func isCount(value []byte) bool {
	n, err := strconv.ParseInt(string(value), 10, 32)
	return err == nil && n >= 0
}

// opaque reports whether the schema says nothing about what is inside.
func (s *Schema) opaque() bool {
	return s.Preserve && len(s.Properties) == 0 && s.Items == nil && s.Additional == nil
}
