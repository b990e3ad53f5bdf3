// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"testing"

	"workload.example.io/interpreter/internal/kinds/described"
)

func TestTargetOf(t *testing.T) {
	const description = "apiVersion: interpreter.workload.example.io/v1alpha1\nkind: KindDescription\n" +
		"spec: {target: {apiVersion: example.com/v1, kind: Gizmo}, healthInterpretation: 'true'}\n"
	const crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {group: example.com}\n"
	gizmo := target{apiVersion: "example.com/v1", group: "example.com", kind: "Gizmo"}
	tests := map[string]struct {
		reason, text string
		want         target
		ok           bool
	}{
		"description": {"the kind that it describes", description, gizmo, true},
		"both":        {"the description, whatever stands before it", crd + "---\n" + description, gizmo, true},
		"CRD":         {"is for completion only", crd, target{}, false},
		"list":        {"is for completion only", `{"kind": "List", "items": [{"kind": "CustomResourceDefinition"}]}`, target{}, false},
		"mistake":     {"the page shows it", description + "x: 1\n", target{}, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got, ok := targetOf(described.Source{Name: "x.yaml", Data: []byte(test.text)}); got != test.want || ok != test.ok {
				t.Errorf("%s: got %+v, %t, want %+v, %t", test.reason, got, ok, test.want, test.ok)
			}
		})
	}
}
