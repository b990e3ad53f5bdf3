// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package podtemplate reads from a pod template what Karmada wants to know of any workload: what one replica requires
// and which objects it depends on. Both have the meaning that Karmada's native interpreter has for a Deployment
// (pkg/resourceinterpreter/default/native, pkg/util/resource.go and pkg/util/helper in Karmada v1.18).
package podtemplate

import (
	"iter"
	"strings"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"
)

// Template is the part of a pod template that says what a replica requires and depends on. Kinds use it in their views.
type Template struct {
	Spec corev1.PodSpec `json:"spec"`
}

// Requirements returns what one replica of the template requires, nil if it asks for neither resources nor nodes. The
// result shares maps and slices with the template.
//
// Resources are the sum over the containers, raised to the largest init container (a restartable one included), plus
// the overhead; a limit stands in for a missing request. The priority class is reported as Karmada does it behind its
// feature gate ResourceQuotaEstimate.
func (template *Template) Requirements() *workv1alpha2.ReplicaRequirements {
	claim := nodeClaim(&template.Spec)
	request := resourceRequest(&template.Spec)
	if claim == nil && request == nil {
		return nil
	}
	return &workv1alpha2.ReplicaRequirements{
		NodeClaim:         claim,
		ResourceRequest:   request,
		PriorityClassName: template.Spec.PriorityClassName,
	}
}

func nodeClaim(pod *corev1.PodSpec) *workv1alpha2.NodeClaim {
	var affinity *corev1.NodeSelector
	if pod.Affinity != nil && pod.Affinity.NodeAffinity != nil {
		affinity = pod.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
	}
	if pod.NodeSelector == nil && affinity == nil && len(pod.Tolerations) == 0 {
		return nil
	}
	return &workv1alpha2.NodeClaim{NodeSelector: pod.NodeSelector, Tolerations: pod.Tolerations, HardNodeAffinity: affinity}
}

func resourceRequest(pod *corev1.PodSpec) corev1.ResourceList {
	total := amounts{}
	for i := range pod.Containers {
		for name, quantity := range effective(&pod.Containers[i].Resources) {
			total[name] += amount(name, quantity)
		}
	}
	for i := range pod.InitContainers {
		for name, quantity := range effective(&pod.InitContainers[i].Resources) {
			total[name] = max(total[name], amount(name, quantity))
		}
	}
	for name, quantity := range pod.Overhead {
		total[name] += amount(name, quantity)
	}
	return total.list()
}

// effective visits the requests of a container and the limits that have no request beside them.
func effective(resources *corev1.ResourceRequirements) iter.Seq2[corev1.ResourceName, resource.Quantity] {
	return func(yield func(corev1.ResourceName, resource.Quantity) bool) {
		for name, quantity := range resources.Requests {
			if !yield(name, quantity) {
				return
			}
		}
		for name, quantity := range resources.Limits {
			if _, requested := resources.Requests[name]; !requested && !yield(name, quantity) {
				return
			}
		}
	}
}

// amounts holds CPU in thousandths and everything else in whole units.
type amounts map[corev1.ResourceName]int64

func amount(name corev1.ResourceName, quantity resource.Quantity) int64 {
	if name == corev1.ResourceCPU {
		return quantity.MilliValue()
	}
	return quantity.Value()
}

func (a amounts) list() corev1.ResourceList {
	var list corev1.ResourceList
	for name, value := range a {
		if value <= 0 || !isScheduled(name) {
			continue
		}
		if list == nil {
			list = make(corev1.ResourceList, len(a))
		}
		switch {
		case name == corev1.ResourceCPU:
			list[name] = *resource.NewMilliQuantity(value, resource.DecimalSI)
		case name == corev1.ResourceMemory || name == corev1.ResourceEphemeralStorage || isHugePages(name):
			list[name] = *resource.NewQuantity(value, resource.BinarySI)
		default:
			list[name] = *resource.NewQuantity(value, resource.DecimalSI)
		}
	}
	return list
}

// isScheduled tells whether the scheduler counts the resource: the well-known ones, huge pages, attachable volumes,
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

// isExtended tells whether the name is a domain's own resource that a quota can name.
func isExtended(name corev1.ResourceName) bool {
	return strings.Contains(string(name), "/") &&
		!strings.HasPrefix(string(name), corev1.DefaultResourceRequestsPrefix) &&
		len(validation.IsQualifiedName(corev1.DefaultResourceRequestsPrefix+string(name))) == 0
}
