// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	jsonpatch "github.com/evanphx/json-patch/v5"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/uuid"
)

// question is one operation about the example.
type question struct {
	operation configv1alpha1.InterpreterOperation
	text      string
	// object and observed are merge patches (RFC 7386) of the example: what differs in this situation.
	object, observed string
	replicas         int32
	statuses         map[string]string
}

func questions() []question {
	return []question{
		{operation: "InterpretReplica", text: "how many replicas, and what does each require?"},
		{operation: "InterpretComponent", text: "the same, as components"},
		{operation: "ReviseReplica", text: "member1 has weight 2 of 3, give it 2 replicas", replicas: 2},
		{operation: "Retain", text: "an operator paused it in member1, what stays?",
			object: `{"spec":{"replicas":2}}`, observed: `{"spec":{"replicas":2,"paused":true}}`},
		{operation: "InterpretStatus", text: "what of the status in member1 is collected?",
			object: `{"spec":{"replicas":2},"status":{"readyReplicas":2,"conditions":[]}}`},
		{operation: "InterpretHealth", text: "is it healthy in member1, where 1 of 2 replicas is ready?",
			object: `{"spec":{"replicas":2},"status":{"readyReplicas":1}}`},
		{operation: "AggregateStatus", text: "2 replicas are ready in member1 and 1 in member2, what is the sum?",
			statuses: map[string]string{"member1": `{"readyReplicas":2}`, "member2": `{"readyReplicas":1}`}},
		{operation: "InterpretDependency", text: "which objects must follow it, if it reads a ConfigMap and a Secret?",
			object: `{"spec":{"template":{"spec":{"containers":[{"name":"nginx","image":"nginx","envFrom":[{"configMapRef":{"name":"settings"}},{"secretRef":{"name":"password"}}]}]}}}}`},
	}
}

func (q *question) request(example []byte) (*configv1alpha1.ResourceInterpreterRequest, error) {
	object, err := merge(example, q.object)
	if err != nil {
		return nil, err
	}
	request := &configv1alpha1.ResourceInterpreterRequest{
		UID:             uuid.NewUUID(),
		Kind:            metav1.GroupVersionKind{Group: "workload.example.io", Version: "v1alpha1", Kind: "Workload"},
		Name:            "nginx",
		Namespace:       "default",
		Operation:       q.operation,
		Object:          runtime.RawExtension{Raw: object},
		DesiredReplicas: &q.replicas,
	}
	if q.observed != "" {
		observed, err := merge(example, q.observed)
		if err != nil {
			return nil, err
		}
		request.ObservedObject = &runtime.RawExtension{Raw: observed}
	}
	for cluster, status := range q.statuses {
		request.AggregatedStatus = append(request.AggregatedStatus, workv1alpha2.AggregatedStatusItem{
			ClusterName: cluster, Status: &runtime.RawExtension{Raw: []byte(status)}, Applied: true,
		})
	}
	return request, nil
}

func merge(example []byte, change string) ([]byte, error) {
	if change == "" {
		return example, nil
	}
	merged, err := jsonpatch.MergePatch(example, []byte(change))
	if err != nil {
		return nil, fmt.Errorf("cannot change the example: %w", err)
	}
	return merged, nil
}

// post sends the request as Karmada does and returns the response.
func post(ctx context.Context, address string, request *configv1alpha1.ResourceInterpreterRequest) (*configv1alpha1.ResourceInterpreterResponse, error) {
	body, err := json.Marshal(&configv1alpha1.ResourceInterpreterContext{
		TypeMeta: metav1.TypeMeta{APIVersion: "config.karmada.io/v1alpha1", Kind: "ResourceInterpreterContext"},
		Request:  request,
	})
	if err != nil {
		return nil, err
	}
	call, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/interpreter-workload", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	call.Header.Set("Content-Type", "application/json")
	reply, err := http.DefaultClient.Do(call)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("want status 200, got %s", reply.Status)
	}
	var answer configv1alpha1.ResourceInterpreterContext
	if err := json.NewDecoder(reply.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("cannot read the answer: %w", err)
	}
	if answer.Response == nil || answer.Response.UID != request.UID {
		return nil, fmt.Errorf("want an answer to request %s, got another", request.UID)
	}
	return answer.Response, nil
}
