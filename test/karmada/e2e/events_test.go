// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/test/karmada/internal/playground"
)

// events lists the events that Karmada and the members hold about a namespace, all of them for an empty one.
func (s *suite) events(ctx context.Context, namespace string) ([]corev1.Event, error) {
	var events []corev1.Event
	for _, c := range append([]cluster{s.karmada}, s.members...) {
		list, err := c.client.Resource(corev1.SchemeGroupVersion.WithResource("events")).Namespace(namespace).
			List(ctx, metav1.ListOptions{})
		if err != nil {
			return nil, err
		}
		for _, item := range list.Items {
			var event corev1.Event
			if err := runtime.DefaultUnstructuredConverter.FromUnstructured(item.Object, &event); err != nil {
				return nil, err
			}
			events = append(events, event)
		}
	}
	return events, nil
}

// reasons are the messages of the events in a namespace by reason.
func (s *suite) reasons(ctx context.Context, namespace string) (map[string][]string, error) {
	events, err := s.events(ctx, namespace)
	reasons := map[string][]string{}
	for _, event := range events {
		reasons[event.Reason] = append(reasons[event.Reason], event.Message)
	}
	return reasons, err
}

// noWarnings fails the test for every Warning event that names our webhook. Karmada writes Warnings of its own, for
// conflicts for instance; those do not count.
func (s *suite) noWarnings(t *testing.T, namespace string) {
	t.Helper()
	events, err := s.events(t.Context(), namespace)
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range events {
		if event.Type == corev1.EventTypeWarning && namesWebhook(event.Message) {
			t.Errorf("Warning event on %s %s/%s: %s: %s", event.InvolvedObject.Kind, event.InvolvedObject.Namespace,
				event.InvolvedObject.Name, event.Reason, event.Message)
		}
	}
}

// complains waits for a Warning event that names our webhook: Karmada did call, and what noWarnings looks for is what it
// writes.
func (s *suite) complains(t *testing.T, namespace string) {
	t.Helper()
	eventually(t, "a Warning event that names the webhook", func(ctx context.Context) error {
		events, err := s.events(ctx, namespace)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(events, func(event corev1.Event) bool {
			return event.Type == corev1.EventTypeWarning && namesWebhook(event.Message)
		}) {
			return fmt.Errorf("none among %d events", len(events))
		}
		return nil
	})
}

// namesWebhook reports whether a message comes from a call of our webhook: Karmada writes either its name or its URL.
func namesWebhook(message string) bool {
	return strings.Contains(message, configuration+"/") || strings.Contains(message, "workload.workload.example.io") ||
		strings.Contains(message, playground.InterpreterPath) || strings.Contains(message, "webhook call failed")
}

func (s *suite) testNoWarnings(t *testing.T, _ *scene) { s.noWarnings(t, metav1.NamespaceAll) }
