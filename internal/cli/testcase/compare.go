// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package testcase

import (
	"cmp"
	"encoding/json"
	"slices"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/api/equality"
	kubejson "k8s.io/apimachinery/pkg/util/json"

	"workload.example.io/interpreter/internal/cli/printer"
)

// excluded marks a member of an expected object that does not matter.
const excluded = "{{EXCLUDE}}"

// compare returns a diff of the expected and the actual JSON of an output, empty if they mean the same.
func compare(name string, want, got []byte, style printer.Style) (string, error) {
	var err error
	switch name {
	case "requires":
		want, got, err = same[*workv1alpha2.ReplicaRequirements](want, got, nil)
	case "dependencies":
		want, got, err = same(want, got, sortDependencies)
	case "components":
		want, got, err = same(want, got, sortComponents)
	default:
		want, got, err = withoutExcluded(want, got)
	}
	if err != nil || want == nil {
		return "", err
	}
	return style.Compare("want "+name, "got "+name, want, got)
}

// same decodes both into T and returns nothing if they are semantically equal, else both in the same form.
func same[T any](want, got []byte, arrange func(T)) ([]byte, []byte, error) {
	var values [2]T
	for i, document := range [][]byte{want, got} {
		if err := strict(document, &values[i]); err != nil {
			return nil, nil, err
		}
		if arrange != nil {
			arrange(values[i])
		}
	}
	if equality.Semantic.DeepEqual(values[0], values[1]) {
		return nil, nil, nil
	}
	want, err := json.Marshal(values[0])
	if err != nil {
		return nil, nil, err
	}
	got, err = json.Marshal(values[1])
	return want, got, err
}

func sortDependencies(list []configv1alpha1.DependentObjectReference) {
	slices.SortStableFunc(list, func(a, b configv1alpha1.DependentObjectReference) int {
		return cmp.Or(cmp.Compare(a.APIVersion, b.APIVersion), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
}

func sortComponents(list []workv1alpha2.Component) {
	slices.SortStableFunc(list, func(a, b workv1alpha2.Component) int { return cmp.Compare(a.Name, b.Name) })
}

// withoutExcluded removes what the expected document excludes from both, and returns nothing if they are equal then.
func withoutExcluded(want, got []byte) ([]byte, []byte, error) {
	var expected, actual any
	if err := kubejson.Unmarshal(want, &expected); err != nil {
		return nil, nil, err
	}
	if err := kubejson.Unmarshal(got, &actual); err != nil {
		return nil, nil, err
	}
	prune(expected, actual)
	if equality.Semantic.DeepEqual(expected, actual) {
		return nil, nil, nil
	}
	want, err := json.Marshal(expected)
	if err != nil {
		return nil, nil, err
	}
	got, err = json.Marshal(actual)
	return want, got, err
}

func prune(want, got any) {
	switch want := want.(type) {
	case map[string]any:
		got, _ := got.(map[string]any)
		for name, value := range want {
			if value == excluded {
				delete(want, name)
				delete(got, name)
				continue
			}
			prune(value, got[name])
		}
	case []any:
		got, _ := got.([]any)
		for i := range min(len(want), len(got)) {
			prune(want[i], got[i])
		}
	}
}
