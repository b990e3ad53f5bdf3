// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"strings"

	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
)

func steps(path string) fieldpath.Path {
	parsed, _, _ := fieldpath.Parse(path) // of a definition that Kubernetes has accepted
	return parsed
}

// optional is a path as CEL reads it where any field may be absent.
func optional(root string, path fieldpath.Path) string {
	text := root
	for _, step := range path {
		if isIdentifier(step.Name) {
			text += ".?" + step.Name
		} else {
			text += "[?'" + step.Name + "']"
		}
	}
	return text
}

// optionalMember is a member of a variable as CEL reads it where it may be absent.
func optionalMember(root, name string) string { return optional(root, fieldpath.Path{{Name: name}}) }

// hasField is a CEL expression for whether the field is there.
func hasField(path fieldpath.Path) string {
	return optional("object", path) + ".hasValue()"
}

func isIdentifier(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

func isString(s *Schema) bool { return s != nil && s.Type == "string" }
