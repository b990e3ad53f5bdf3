// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"fmt"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/view"
)

const (
	contextKind    = "ResourceInterpreterContext"
	contextVersion = configv1alpha1.GroupName + "/v1alpha1"
)

// contextView is the ResourceInterpreterContext of a request. It notes where the large parts stand instead of copying them.
type contextView struct {
	APIVersion string       `json:"apiVersion"`
	Kind       string       `json:"kind"`
	Request    *requestView `json:"request"`
	room       requestView  // of Request, where the context is read in one pass
	replicas   int32        // of its DesiredReplicas
}

type requestView struct {
	UID              types.UID               `json:"uid"`
	Kind             metav1.GroupVersionKind `json:"kind"`
	Name             string                  `json:"name"`
	Namespace        string                  `json:"namespace"`
	Operation        interpreter.Operation   `json:"operation"`
	Object           view.Span               `json:"object"`
	ObservedObject   view.Span               `json:"observedObject"`
	DesiredReplicas  *int32                  `json:"replicas"`
	AggregatedStatus statusesView            `json:"aggregatedStatus"`
}

// decode reads the request out of a body, whose bytes it shares. With an error it still returns the request as far as it
// was read, and so the uid if that was known.
func (c *call) decode(body []byte) (*interpreter.Request, error) {
	context := &c.view
	var err error
	if !context.quick(body) {
		err = view.Document(body, context)
	}
	switch {
	case err == nil && context.Kind != "" && context.Kind != contextKind:
		err = &view.Error{Path: "kind", Want: contextKind, Got: "another kind"}
	case err == nil && context.APIVersion != "" && context.APIVersion != contextVersion:
		err = &view.Error{Path: "apiVersion", Want: contextVersion, Got: "another version"}
	case err == nil && context.Request == nil:
		err = &view.Error{Path: "request", Want: "object", Got: "nothing"}
	case err == nil && context.Request.UID == "":
		err = &view.Error{Path: "request.uid", Want: "string that is not empty", Got: "nothing"}
	case err == nil && len(context.Request.Namespace) > view.MaxName: // it stands beside each dependency in the answer
		err = &view.Error{Path: "request.namespace", Want: fmt.Sprintf("string of at most %d bytes", view.MaxName), Got: "longer string"}
	}
	if context.Request == nil {
		return &c.request, err
	}
	c.request = interpreter.Request{
		UID:             context.Request.UID,
		Kind:            context.Request.Kind,
		Name:            context.Request.Name,
		Namespace:       context.Request.Namespace,
		Operation:       context.Request.Operation,
		Object:          runtime.RawExtension{Raw: context.Request.Object.In(body)},
		DesiredReplicas: context.Request.DesiredReplicas,
	}
	if observed := context.Request.ObservedObject.In(body); observed != nil {
		c.request.ObservedObject = &runtime.RawExtension{Raw: observed}
	}
	c.request.AggregatedStatus = context.Request.AggregatedStatus.items(body)
	return &c.request, err
}
