// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command faulty is the function with a second kind that has a bug: counting its replicas panics, and its health takes long.
// The alerts of knative/monitoring are tested with it.
package main

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/function/kind"
	"workload.example.io/interpreter/internal/kinds/workload"
)

type fault struct{}

// InterpretReplica implements kind.ReplicaInterpreter.
func (fault) InterpretReplica(*kind.Request) (int32, *kind.ReplicaRequirements, error) {
	panic("the bug that is wanted")
}

// InterpretHealth implements kind.HealthInterpreter.
func (fault) InterpretHealth(*kind.Request) (bool, error) {
	time.Sleep(400 * time.Millisecond)
	return true, nil
}

func main() {
	kind.Main(workload.Kind(), kind.Kind{
		GroupVersionKind: metav1.GroupVersionKind{Group: "fault.example.com", Version: "v1", Kind: "Fault"}, Interpreter: fault{},
	})
}
