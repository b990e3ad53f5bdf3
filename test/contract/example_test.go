// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"strings"
	"testing"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"
)

// TestKindOfAnotherModule has Karmada's client ask the server of ../example, a module of its own with a kind of its own.
func TestKindOfAnotherModule(t *testing.T) {
	url, authority, stop, err := serve("../example", ".")
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	client, err := NewClient(url, authority, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	queue := parse(t, `{"apiVersion":"queues.example.com/v1","kind":"Queue","metadata":{"name":"orders","namespace":"shop"},
		"spec":{"broker":{"replicas":3},"workers":{"template":{"spec":{"containers":[{"envFrom":[{"secretRef":{"name":"token"}}]}]}}}},
		"status":{"readyBrokers":2,"phase":"Running"}}`)
	tests := []struct {
		input Input
		want  string
	}{
		{Input{Operation: "InterpretComponent"}, `[{"name":"broker","replicas":3},{"name":"workers","replicas":1}]`},
		{Input{Operation: "InterpretHealth"}, `true`},
		{Input{Operation: "InterpretDependency"}, `[{"apiVersion":"v1","kind":"Secret","namespace":"shop","name":"token"}]`},
		{Input{Operation: "AggregateStatus", Statuses: []workv1alpha2.AggregatedStatusItem{
			{ClusterName: "member1", Status: &runtime.RawExtension{Raw: []byte(`{"readyBrokers":3,"readyWorkers":4}`)}},
		}}, `"status":{"phase":"Running","readyBrokers":3,"readyWorkers":4}`},
		{Input{Operation: "InterpretReplica"}, `supported: InterpretComponent, AggregateStatus, InterpretHealth, InterpretDependency`},
	}
	for _, test := range tests {
		t.Run(string(test.input.Operation), func(t *testing.T) {
			if test.input.Operation == "InterpretComponent" && !hasComponents {
				t.Skip("this Karmada release does not know InterpretComponent")
			}
			test.input.Object = queue
			got, err := client.Ask(t.Context(), test.input)
			if err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
