// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package v1alpha1 holds the API types of Workload. The CRD manifest is generated from them.
//
// Fields that these types do not know are kept in the spec, in the status and anywhere in the pod template, so that a
// control plane never drops what a newer member understands.
//
// +groupName=workload.example.io
package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Workload runs a number of replicas of one pod template.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Namespaced
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.readyReplicas
// +kubebuilder:printcolumn:name=Desired,type=integer,JSONPath=`.spec.replicas`
// +kubebuilder:printcolumn:name=Ready,type=integer,JSONPath=`.status.readyReplicas`
// +kubebuilder:printcolumn:name=Paused,type=boolean,JSONPath=`.spec.paused`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
type Workload struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec defines the desired state of the Workload.
	Spec WorkloadSpec `json:"spec"`

	// Status is the most recently observed state of the Workload.
	// +optional
	Status WorkloadStatus `json:"status,omitempty"`
}

// WorkloadSpec defines the desired state of a Workload.
//
// +kubebuilder:pruning:PreserveUnknownFields
type WorkloadSpec struct {
	// Replicas is the desired number of pods. Defaults to 1 when omitted; an explicit 0 is honored.
	// +kubebuilder:validation:Minimum=0
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`

	// Template describes the pods to create. Fields of a pod template of any Kubernetes version are preserved; the member
	// cluster validates them when it creates the pods.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	// +kubebuilder:pruning:PreserveUnknownFields
	Template corev1.PodTemplateSpec `json:"template"`

	// Paused indicates that changes to the Workload are not acted upon. A member cluster may set it for itself.
	// +optional
	Paused bool `json:"paused,omitempty"`
}

// WorkloadStatus defines the most recently observed state of a Workload.
//
// +kubebuilder:pruning:PreserveUnknownFields
type WorkloadStatus struct {
	// ReadyReplicas is the number of ready pods; in the Karmada control plane, the total over all member clusters.
	// +kubebuilder:validation:Minimum=0
	// +optional
	ReadyReplicas int32 `json:"readyReplicas,omitempty"`

	// Conditions represent the latest available observations of the current state of the Workload.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
