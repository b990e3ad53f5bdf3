// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"encoding/json"

	"sigs.k8s.io/yaml"
)

// definitionKind is the kind of a definition.
const definitionKind = "CustomResourceDefinition"

// definition is the part of a CustomResourceDefinition that says what its objects look like.
type definition struct {
	Kind string `json:"kind"`
	Spec struct {
		Group string `json:"group"`
		Names struct {
			Kind string `json:"kind"`
		} `json:"names"`
		Versions []struct {
			Name   string `json:"name"`
			Schema struct {
				OpenAPIV3Schema json.RawMessage `json:"openAPIV3Schema"`
			} `json:"schema"`
		} `json:"versions"`
	} `json:"spec"`
}

// addSchemas adds the schemas of a CustomResourceDefinition by "apiVersion/kind". Anything else adds nothing.
func addSchemas(schemas map[string]json.RawMessage, crd []byte) {
	var d definition
	if unmarshal(crd, &d) != nil || d.Kind != definitionKind {
		return
	}
	for _, version := range d.Spec.Versions {
		if version.Schema.OpenAPIV3Schema != nil {
			schemas[d.Spec.Group+"/"+version.Name+"/"+d.Spec.Names.Kind] = version.Schema.OpenAPIV3Schema
		}
	}
}

// unmarshal decodes the first document of a YAML text.
func unmarshal(text []byte, v any) error {
	return yaml.Unmarshal(text, v)
}
