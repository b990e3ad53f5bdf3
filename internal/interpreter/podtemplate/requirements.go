// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import (
	"strings"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
)

// Requirements returns what one replica of the template requires, nil if it asks for neither resources nor nodes. The
// result shares maps and slices with the template.
//
// Resources are the sum over the containers, raised to the largest init container (a restartable one included), plus
// the overhead; a limit stands in for a missing request. The priority class is reported as Karmada does it behind its
// feature gate ResourceQuotaEstimate.
func (t *Template) Requirements() *workv1alpha2.ReplicaRequirements {
	claim := t.nodes.claim()
	request := t.resources.request()
	if claim == nil && request == nil {
		return nil
	}
	return &workv1alpha2.ReplicaRequirements{NodeClaim: claim, ResourceRequest: request, PriorityClassName: t.priorityClassName}
}

// isScheduled reports whether the scheduler counts the resource: the well-known ones, huge pages, attachable volumes,
// those with a prefix of kubernetes.io and extended resources (k8s.io/kubernetes/pkg/apis/core/v1/helper).
func isScheduled(name corev1.ResourceName) bool {
	switch name {
	case corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceEphemeralStorage, corev1.ResourcePods:
		return true
	}
	native := strings.Contains(string(name), corev1.ResourceDefaultNamespacePrefix)
	return native || isHugePages(name) || strings.HasPrefix(string(name), corev1.ResourceAttachableVolumesPrefix) || isExtended(name)
}

func isHugePages(name corev1.ResourceName) bool {
	return strings.HasPrefix(string(name), corev1.ResourceHugePagesPrefix)
}

// isExtended reports whether the name is a domain's own resource that a quota can name.
func isExtended(name corev1.ResourceName) bool {
	return strings.Contains(string(name), "/") &&
		!strings.HasPrefix(string(name), corev1.DefaultResourceRequestsPrefix) &&
		len(validation.IsQualifiedName(corev1.DefaultResourceRequestsPrefix+string(name))) == 0
}
