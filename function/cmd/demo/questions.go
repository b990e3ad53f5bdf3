// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	jsonpatch "github.com/evanphx/json-patch/v5"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/cli/client"
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
	input := client.Input{Operation: q.operation, Object: object, Replicas: q.replicas}
	if q.observed != "" {
		if input.Observed, err = merge(example, q.observed); err != nil {
			return nil, err
		}
	}
	for cluster, status := range q.statuses {
		input.Statuses = append(input.Statuses, workv1alpha2.AggregatedStatusItem{
			ClusterName: cluster, Status: &runtime.RawExtension{Raw: []byte(status)}, Applied: true,
		})
	}
	return input.Request()
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
