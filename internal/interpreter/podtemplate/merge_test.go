// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter/podtemplate"
)

func TestMerge(t *testing.T) {
	type refs = []configv1alpha1.DependentObjectReference
	secret := func(namespace, name string) configv1alpha1.DependentObjectReference {
		return configv1alpha1.DependentObjectReference{APIVersion: "v1", Kind: "Secret", Namespace: namespace, Name: name}
	}
	labeled := func(app string) configv1alpha1.DependentObjectReference {
		return configv1alpha1.DependentObjectReference{APIVersion: "v1", Kind: "Pod", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": app}}}
	}
	config := configv1alpha1.DependentObjectReference{APIVersion: "v1", Kind: "ConfigMap", Namespace: "z", Name: "z"}
	tests := map[string]struct {
		reason string
		lists  []refs
		want   refs
	}{
		"nothing":    {"no list, no dependency", nil, nil},
		"sorted":     {"by kind, namespace and name", []refs{{secret("b", "a"), secret("a", "b")}, {config, secret("a", "a")}}, refs{config, secret("a", "a"), secret("a", "b"), secret("b", "a")}},
		"duplicates": {"each once, wherever it stood", []refs{{secret("a", "a"), config}, {secret("a", "a")}}, refs{config, secret("a", "a")}},
		"selectors":  {"another selector is another dependency", []refs{{labeled("b"), labeled("a"), labeled("b")}}, refs{labeled("a"), labeled("b")}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, podtemplate.Merge(test.lists...)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, diff)
			}
		})
	}
}
