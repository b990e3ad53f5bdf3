// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
)

var (
	workloads  = schema.GroupVersionResource{Group: "workload.example.io", Version: "v1alpha1", Resource: "workloads"}
	events     = schema.GroupVersionResource{Version: "v1", Resource: "events"}
	namespaces = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
	configs    = schema.GroupVersionResource{Group: "config.karmada.io", Version: "v1alpha1",
		Resource: "resourceinterpreterwebhookconfigurations"}
)

// inMembers waits until the Workload has these replicas in these members, and is in no other.
func (s *suite) inMembers(t *testing.T, namespace, name string, want map[string]int64) {
	t.Helper()
	eventually(t, fmt.Sprintf("Workload %s/%s to be %v", namespace, name, want), func(ctx context.Context) error {
		got := map[string]int64{}
		for member, client := range s.members {
			object, err := client.Resource(workloads).Namespace(namespace).Get(ctx, name, metav1.GetOptions{})
			if err == nil {
				got[member], _, _ = unstructured.NestedInt64(object.Object, "spec", "replicas")
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("members have %v", got)
		}
		return nil
	})
}

// complaints counts the Warning events of Karmada and the members that name our webhook. Karmada writes Warnings of its
// own, for conflicts for instance; those do not count.
func (s *suite) complaints(t *testing.T) (count int64, messages []string) {
	t.Helper()
	for _, client := range slices.AppendSeq([]dynamic.Interface{s.karmada}, maps.Values(s.members)) {
		list, err := client.Resource(events).List(t.Context(), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, event := range list.Items {
			kind, _, _ := unstructured.NestedString(event.Object, "type")
			message, _, _ := unstructured.NestedString(event.Object, "message")
			if kind != "Warning" || !strings.Contains(message, "interpreter-workload") && !strings.Contains(message, "webhook call failed") &&
				!strings.Contains(message, "workload.workload.example.io") {
				continue
			}
			times, _, _ := unstructured.NestedInt64(event.Object, "count")
			count += max(times, 1)
			messages = append(messages, message)
		}
	}
	return count, messages
}

// noComplaints fails the test if there are more than before.
func (s *suite) noComplaints(t *testing.T, before int64) {
	t.Helper()
	if count, messages := s.complaints(t); count > before {
		t.Errorf("want no Warning event about the webhook, got %d: %v", count-before, messages)
	}
}
