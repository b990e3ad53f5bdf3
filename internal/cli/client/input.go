// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/uuid"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// Input is one operation and what it is about. Objects are JSON.
type Input struct {
	Operation interpreter.Operation
	// Object is what the operation is about: for Retain the desired object.
	Object []byte
	// Observed is the object in the member cluster, for Retain only.
	Observed []byte
	// Replicas is the desired count, which Karmada sends with every operation.
	Replicas int32
	// Statuses are the statuses in the member clusters, for AggregateStatus only.
	Statuses []workv1alpha2.AggregatedStatusItem
}

// Request returns the request that Karmada would send, with a new uid. An object without a namespace is taken to be in
// the namespace "default".
func (in Input) Request() (*interpreter.Request, error) {
	var object struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct {
			Name      string `json:"name"`
			Namespace string `json:"namespace"`
		} `json:"metadata"`
	}
	if err := view.Object(in.Object, "object", &object); err != nil {
		return nil, err
	}
	group, err := schema.ParseGroupVersion(object.APIVersion)
	if err != nil || object.Kind == "" || group.Version == "" {
		return nil, errors.New("cannot read the object: want apiVersion and kind, got an object without them")
	}
	request := &interpreter.Request{
		UID:              uuid.NewUUID(),
		Kind:             metav1.GroupVersionKind{Group: group.Group, Version: group.Version, Kind: object.Kind},
		Name:             object.Metadata.Name,
		Namespace:        cmp.Or(object.Metadata.Namespace, metav1.NamespaceDefault),
		Operation:        in.Operation,
		Object:           runtime.RawExtension{Raw: in.Object},
		DesiredReplicas:  &in.Replicas,
		AggregatedStatus: in.Statuses,
	}
	if in.Observed != nil {
		request.ObservedObject = &runtime.RawExtension{Raw: in.Observed}
	}
	return request, nil
}

// Operation finds an operation by its name, ignoring case as karmadactl does.
func Operation(name string) (interpreter.Operation, error) {
	operations := interpreter.Operations()
	at := slices.IndexFunc(operations, func(op interpreter.Operation) bool { return strings.EqualFold(string(op), name) })
	if at < 0 {
		return "", fmt.Errorf("cannot use operation %q: want one of %s", name, strings.Join(OperationNames(), ", "))
	}
	return operations[at], nil
}

// OperationNames lists the names of all operations.
func OperationNames() []string {
	var names []string
	for _, op := range interpreter.Operations() {
		names = append(names, string(op))
	}
	return names
}
