// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/test/karmada/internal/playground"
)

// register registers the function, by default as "make e2e" does.
func (s *suite) register(t *testing.T, components bool, more ...configv1alpha1.ResourceInterpreterWebhook) {
	t.Helper()
	s.registerChanged(t, components, func(config *configv1alpha1.ResourceInterpreterWebhookConfiguration) {
		config.Webhooks = append(config.Webhooks, more...)
	})
}

// registerChanged registers the function with the generated configuration changed.
func (s *suite) registerChanged(t *testing.T, components bool, change func(*configv1alpha1.ResourceInterpreterWebhookConfiguration)) {
	t.Helper()
	config, err := s.playground.WebhookConfiguration(configuration, components)
	if err != nil {
		t.Fatal(err)
	}
	change(config)
	if err := s.playground.Register(context.WithoutCancel(t.Context()), config); err != nil {
		t.Fatal(err)
	}
}

// probe waits until Karmada interprets new changes of a Workload in the way that ok describes. Karmada looks at a
// template when it changes, so the probe is changed until the binding shows it.
func (c *scene) probe(t *testing.T, name string, ok func(*workv1alpha2.ResourceBinding) error) {
	t.Helper()
	attempt := 0
	eventually(t, "Karmada to interpret changes of "+name, func(ctx context.Context) error {
		attempt++
		c.karmada.patch(t, workloads, c.namespace, name, map[string]any{
			"metadata": map[string]any{"annotations": map[string]any{"attempt": strconv.Itoa(attempt)}}})
		binding, err := typed[workv1alpha2.ResourceBinding](ctx, c.karmada, bindings, c.namespace, name+"-workload")
		if err != nil {
			return err
		}
		return ok(binding)
	})
}

func replicas(want int32) func(*workv1alpha2.ResourceBinding) error {
	return func(binding *workv1alpha2.ResourceBinding) error {
		if binding.Spec.Replicas != want {
			return fmt.Errorf("replicas in the binding: want %d, got %d", want, binding.Spec.Replicas)
		}
		return nil
	}
}

// testReconfigure removes the configuration, sees Karmada go on without the function, and adds it again.
func (s *suite) testReconfigure(t *testing.T, c *scene) {
	t.Cleanup(func() { s.register(t, false) })
	c.workload(t, "fly", nil, nil)
	c.divideWorkload(t, "fly", evenly)
	c.spread(t, "fly", map[string]int64{"member1": 1, "member2": 1, "member3": 1})

	if err := s.karmada.client.Resource(configs).Delete(t.Context(), configuration, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	// Nobody reads the replicas now, so new ones do not reach the binding of a Workload that is made from here on.
	attempt := 0
	eventually(t, "Karmada to go on without the function", func(ctx context.Context) error {
		attempt++
		name := fmt.Sprintf("blind-%d", attempt)
		c.workload(t, name, nil, nil)
		c.divideWorkload(t, name, evenly)
		var seen error
		c.binding(t, name, "workload", func(binding *workv1alpha2.ResourceBinding) error {
			seen = replicas(0)(binding)
			return nil
		})
		return seen
	})
	c.change(t, "fly", map[string]any{"replicas": 6})

	s.register(t, false)
	c.probe(t, fmt.Sprintf("blind-%d", attempt), replicas(3))
	c.probe(t, "fly", replicas(6))
	c.spread(t, "fly", map[string]int64{"member1": 2, "member2": 2, "member3": 2})
}

// outage is how long the function is gone.
const outage = 10 * time.Second

// testOutage kills the function in the middle of a rollout, changes the template once more while it is gone, and starts
// it again. Karmada has to get to the right state by itself.
func (s *suite) testOutage(t *testing.T, c *scene) {
	c.workload(t, "rollout", nil, nil)
	c.divideWorkload(t, "rollout", evenly)
	c.spread(t, "rollout", map[string]int64{"member1": 1, "member2": 1, "member3": 1})

	c.change(t, "rollout", map[string]any{"template": withImage("nginx:2"), "replicas": 9})
	c.inMember(t, s.members[0], "rollout", hasImage("nginx:2"))
	if err := s.playground.Kill(t.Context(), playground.InterpreterName); err != nil {
		t.Fatal(err)
	}
	back := time.After(outage)
	c.change(t, "rollout", map[string]any{"template": withImage("nginx:3"), "replicas": 12})
	for _, member := range s.members { // a change in a member meanwhile must not be lost either
		member.patch(t, workloads, c.namespace, "rollout", map[string]any{"spec": map[string]any{"paused": true}})
		c.ready(t, member, "rollout", 4, nil)
	}
	s.complains(t, c.namespace)
	select {
	case <-t.Context().Done():
		t.Fatal(t.Context().Err())
	case <-back:
	}
	if err := s.playground.StartInterpreter(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, member := range s.members {
		c.inMember(t, member, "rollout", and(hasImage("nginx:3"), has(int64(4), "spec", "replicas"), has(true, "spec", "paused")))
	}
	c.spread(t, "rollout", map[string]int64{"member1": 4, "member2": 4, "member3": 4})
	c.inMember(t, s.karmada, "rollout", has(int64(12), "status", "readyReplicas"))
	c.healthy(t, "rollout", workv1alpha2.ResourceHealthy, len(s.members))
}
