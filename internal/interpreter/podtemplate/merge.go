// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import (
	"cmp"
	"slices"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Merge returns one list of the dependencies in all lists, sorted by kind, namespace, name and the rest, without
// duplicates: Karmada compares it as a string.
func Merge(lists ...[]configv1alpha1.DependentObjectReference) []configv1alpha1.DependentObjectReference {
	all := slices.Concat(lists...)
	slices.SortFunc(all, compare)
	return slices.CompactFunc(all, func(a, b configv1alpha1.DependentObjectReference) bool { return compare(a, b) == 0 })
}

func compare(a, b configv1alpha1.DependentObjectReference) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.APIVersion, b.APIVersion), cmp.Compare(selector(a), selector(b)))
}

// selector is the label selector as text, empty for none.
func selector(d configv1alpha1.DependentObjectReference) string {
	if d.LabelSelector == nil {
		return ""
	}
	return "selector:" + metav1.FormatLabelSelector(d.LabelSelector)
}
