// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package interpreter

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Kind is a kind of resource, the value that interprets it and the manifests that people need to try it.
type Kind struct {
	// GroupVersionKind names the kind. Its version is the one that Karmada is asked to send; requests about any version
	// of the group are answered.
	metav1.GroupVersionKind
	// Interpreter implements one or more of the interfaces of this package, one for each operation that it supports. It is
	// called concurrently.
	Interpreter any
	// Manifests are what the kind brings for its users.
	Manifests Manifests
}

// Manifests are YAML documents that come with a kind. The function never reads them; the command line, the demo and the
// manifests of a deployment do. Each may be empty.
type Manifests struct {
	// CRD is the CustomResourceDefinition of the kind.
	CRD []byte
	// CRDPropagation is the ClusterPropagationPolicy that installs the CRD in the member clusters.
	CRDPropagation []byte
	// Example is one object of the kind.
	Example []byte
	// Member is the example as it may stand in a member cluster, with a status.
	Member []byte
	// Propagation is a PropagationPolicy that divides the example over the members member1 and member2.
	Propagation []byte
}

// Selective is implemented by an interpreter whose methods say more than it supports: one Go type that serves many kinds
// has the methods of all operations, and only the kind tells which of them mean something.
type Selective interface {
	// Supports reports whether the operation is supported. Its answer never changes.
	Supports(Operation) bool
}

// Operations lists what the kind supports, in the order of the table of operations.
func (k Kind) Operations() []Operation {
	var names []Operation
	for _, op := range operations {
		if op.handlerOf(k.Interpreter) != nil {
			names = append(names, op.name)
		}
	}
	return names
}

func (k Kind) groupKind() metav1.GroupKind {
	return metav1.GroupKind{Group: k.Group, Kind: k.Kind}
}
