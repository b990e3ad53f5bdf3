// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// table aligns rows under a head with the columns.
func table(columns []string, rows [][]string) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 3, ' ', 0)
	for _, row := range append([][]string{columns}, rows...) {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	_ = w.Flush()
	return text.String()
}

func dependencies(list []configv1alpha1.DependentObjectReference) string {
	if len(list) == 0 {
		return "no dependencies\n"
	}
	var rows [][]string
	for _, dependency := range list {
		name := dependency.Name
		if dependency.LabelSelector != nil {
			name = "selected by " + metav1.FormatLabelSelector(dependency.LabelSelector)
		}
		rows = append(rows, []string{dependency.APIVersion, dependency.Kind, dependency.Namespace, name})
	}
	return table([]string{"APIVERSION", "KIND", "NAMESPACE", "NAME"}, rows)
}

func components(list []workv1alpha2.Component) string {
	if len(list) == 0 {
		return "no components\n"
	}
	var rows [][]string
	for _, component := range list {
		rows = append(rows, []string{component.Name, fmt.Sprint(component.Replicas), requirements(component.ReplicaRequirements)})
	}
	return table([]string{"COMPONENT", "REPLICAS", "EACH REQUIRES"}, rows)
}

// requirements shows in one line what a replica of a component requires.
func requirements(r *workv1alpha2.ComponentReplicaRequirements) string {
	if r == nil {
		return "nothing"
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(r.ResourceRequest)) {
		quantity := r.ResourceRequest[name]
		parts = append(parts, fmt.Sprintf("%s=%s", name, quantity.String()))
	}
	if claim := r.NodeClaim; claim != nil {
		for _, key := range slices.Sorted(maps.Keys(claim.NodeSelector)) {
			parts = append(parts, fmt.Sprintf("node %s=%s", key, claim.NodeSelector[key]))
		}
		if claim.HardNodeAffinity != nil {
			parts = append(parts, "node affinity")
		}
		if n := len(claim.Tolerations); n > 0 {
			parts = append(parts, fmt.Sprintf("%d tolerations", n))
		}
	}
	if r.PriorityClassName != "" {
		parts = append(parts, "priority class "+r.PriorityClassName)
	}
	return strings.Join(parts, ", ")
}
