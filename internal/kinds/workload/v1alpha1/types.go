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

// Workload runs a number of pods of one template.
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

	// Spec is what is wanted.
	Spec WorkloadSpec `json:"spec"`

	// Status is what was last observed.
	// +optional
	Status WorkloadStatus `json:"status,omitempty"`
}

// WorkloadSpec is what is wanted of a Workload.
//
// +kubebuilder:pruning:PreserveUnknownFields
type WorkloadSpec struct {
	// Replicas is the number of pods that are wanted. An absent value means 1; 0 is kept.
	// +kubebuilder:validation:Minimum=0
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`

	// Template describes the pods. Every field of a pod template of any Kubernetes version is kept; the member cluster
	// validates it when it creates the pods.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	// +kubebuilder:pruning:PreserveUnknownFields
	Template corev1.PodTemplateSpec `json:"template"`

	// Paused says that the Workload does not act on changes. A member cluster may set it for itself.
	// +optional
	Paused bool `json:"paused,omitempty"`
}

// WorkloadStatus is what was last observed of a Workload.
//
// +kubebuilder:pruning:PreserveUnknownFields
type WorkloadStatus struct {
	// ReadyReplicas is the number of pods that are ready; in the control plane, their sum over the member clusters.
	// +kubebuilder:validation:Minimum=0
	// +optional
	ReadyReplicas int32 `json:"readyReplicas,omitempty"`

	// Conditions are the latest observations of the state.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
