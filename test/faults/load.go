// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/contract"
)

// Load is calls by Karmada's client, counted.
type Load struct {
	Sent, Answered atomic.Int64
	mu             sync.Mutex
	first          error
}

// Lost is how many calls did not get the right answer in the end.
func (l *Load) Lost() int64 { return l.Sent.Load() - l.Answered.Load() }

// Err is the error of the first call that was lost.
func (l *Load) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first
}

// Call asks to revise the replicas of a Workload that carries a text of the given size, and counts.
func (l *Load) Call(client *contract.Client, size int) {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "workload.example.io/v1alpha1", "kind": "Workload",
		"metadata": map[string]any{"name": "nginx", "namespace": "default", "annotations": map[string]any{"text": strings.Repeat("x", size)}},
		"spec":     map[string]any{"replicas": int64(3)},
	}}
	l.Sent.Add(1)
	answer, err := client.Ask(context.Background(), contract.Input{
		Operation: configv1alpha1.InterpreterOperationReviseReplica, Object: object, Replicas: 2,
	})
	if err == nil && !revised(answer) {
		err = fmt.Errorf("cannot find the new replicas in the answer")
	}
	if err == nil {
		l.Answered.Add(1)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first == nil {
		l.first = err
	}
}

func revised(answer string) bool { return strings.Contains(answer, `"spec":{"replicas":2}`) }
