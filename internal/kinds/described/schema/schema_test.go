// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package schema

import (
	"strings"
	"testing"
)

const crd = `apiVersion: v1
kind: ConfigMap
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Gizmo}
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                replicas: {type: integer}
                port: {x-kubernetes-int-or-string: true}
                labels: {type: object, additionalProperties: {type: string}}
                list: {type: array, items: {type: object, properties: {name: {type: string}}}}
                any: {type: object, x-kubernetes-preserve-unknown-fields: true}
                anything: {type: object, additionalProperties: true}
                some: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: string}}}
    - name: v1alpha1
`

func TestSchema(t *testing.T) {
	all, err := Parse("crd.yaml", []byte(crd))
	if err != nil || len(all) != 1 {
		t.Fatalf("got %d definitions and %v, want one", len(all), err)
	}
	root, _ := all[0].Object("v1")
	tests := map[string]struct {
		reason, path string
		want         string // the type, "any" or "none"
	}{
		"field":              {"a field of the CRD", "spec.replicas", "integer"},
		"typo":               {"what vet is for", "spec.replcas", "none"},
		"metadata":           {"every object has it, whatever the CRD says", "metadata.labels.x", "string"},
		"unknown metadata":   {"and nothing beside", "metadata.label", "none"},
		"of a number":        {"a number has no fields", "spec.replicas.x", "none"},
		"int or string":      {"its type is known at the call only", "spec.port", "any"},
		"additional":         {"any name has the one type", "spec.labels.x", "string"},
		"additional: true":   {"any name, anything", "spec.anything.x.y", "any"},
		"element":            {"of a list", "spec.list.*.name", "string"},
		"typo in an element": {"as anywhere", "spec.list.*.nam", "none"},
		"element of no list": {"an integer has none", "spec.replicas.*", "none"},
		"every label":        {"[*] of a map", "spec.labels.*", "string"},
		"unknown kept":       {"the API server keeps what it does not know", "spec.any.x.y", "any"},
		"beside what it has": {"known fields have their types", "spec.some.a", "string"},
		"unknown beside":     {"and others are kept", "spec.some.b", "any"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := follow(root, strings.Split(test.path, ".")); got != test.want {
				t.Errorf("%s: %s: got %s, want %s", test.reason, test.path, got, test.want)
			}
		})
	}
	if object, versions := all[0].Object("v2"); object != nil || strings.Join(versions, " ") != "v1 v1alpha1" {
		t.Errorf("a version that is not there: got %v and %v, want none and the versions there are", object, versions)
	}
	if object, _ := all[0].Object("v1alpha1"); object != nil {
		t.Error("a version without a schema has one")
	}
	if _, err := Parse("crd.yaml", []byte("kind: [")); err == nil || !strings.Contains(err.Error(), "cannot read crd.yaml: want a CustomResourceDefinition") {
		t.Errorf("no YAML: got %v", err)
	}
}

func follow(s *Schema, path []string) string {
	for _, name := range path {
		inner, ok := s.Element()
		if name != "*" {
			inner, ok = s.Member(name)
		}
		if !ok {
			return "none"
		}
		s = inner
	}
	if s.Open() {
		return "any"
	}
	return s.Type
}
