// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	workv1alpha1 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"github.com/karmada-io/karmada/pkg/util/names"
	"k8s.io/apimachinery/pkg/runtime"
)

// ready writes the ready replicas into the status of the Workload in a member, as its own controller would.
func (c *scene) ready(t *testing.T, member cluster, name string, ready int64, more map[string]any) {
	t.Helper()
	status := map[string]any{"readyReplicas": ready}
	for key, value := range more {
		status[key] = value
	}
	member.patch(t, workloads, c.namespace, name, map[string]any{"status": status}, "status")
}

func readyIn(raw *runtime.RawExtension, want int64) error {
	if raw == nil {
		return fmt.Errorf("no status")
	}
	var got struct {
		ReadyReplicas *int64 `json:"readyReplicas"`
	}
	if err := json.Unmarshal(raw.Raw, &got); err != nil {
		return err
	}
	if got.ReadyReplicas == nil || *got.ReadyReplicas != want {
		return fmt.Errorf("readyReplicas: want %d, got status %s", want, raw.Raw)
	}
	return nil
}

func (s *suite) testStatus(t *testing.T, c *scene) {
	condition := []any{map[string]any{"type": "Reviewed", "status": "True", "reason": "Test", "message": "by hand",
		"lastTransitionTime": "2026-01-02T03:04:05Z"}}
	unknown := map[string]any{"kept": []any{int64(9007199254740993), nil}}
	c.workload(t, "stat", map[string]any{"replicas": 6}, nil)
	c.karmada.patch(t, workloads, c.namespace, "stat", map[string]any{"status": map[string]any{
		"conditions": condition, "unknown": unknown}}, "status")
	c.divideWorkload(t, "stat", evenly)

	for _, member := range s.members {
		c.inMember(t, member, "stat", has(int64(2), "spec", "replicas"))
		c.ready(t, member, "stat", 2, map[string]any{"conditions": condition, "unknown": unknown})
	}
	for _, member := range s.members {
		eventually(t, "the Work of "+member.name, func(ctx context.Context) error {
			work, err := typed[workv1alpha1.Work](ctx, s.karmada, works, "karmada-es-"+member.name,
				names.GenerateWorkName("Workload", "stat", c.namespace))
			if err != nil {
				return err
			}
			if len(work.Status.ManifestStatuses) != 1 {
				return fmt.Errorf("%d manifest statuses", len(work.Status.ManifestStatuses))
			}
			return readyIn(work.Status.ManifestStatuses[0].Status, 2)
		})
	}
	c.binding(t, "stat", "workload", func(binding *workv1alpha2.ResourceBinding) error {
		if len(binding.Status.AggregatedStatus) != len(s.members) {
			return fmt.Errorf("status of %d members", len(binding.Status.AggregatedStatus))
		}
		for _, item := range binding.Status.AggregatedStatus {
			if err := readyIn(item.Status, 2); err != nil {
				return fmt.Errorf("%s: %w", item.ClusterName, err)
			}
		}
		return nil
	})
	survives := and(has(condition, "status", "conditions"), has(unknown, "status", "unknown"))
	c.inMember(t, s.karmada, "stat", and(has(int64(6), "status", "readyReplicas"), survives))

	for i, member := range s.members {
		c.ready(t, member, "stat", 1, nil)
		c.inMember(t, s.karmada, "stat", and(has(int64(5-i), "status", "readyReplicas"), survives))
		c.inMember(t, member, "stat", and(has(int64(1), "status", "readyReplicas"), survives))
	}
	// A member that the policy no longer names counts no longer.
	c.karmada.patch(t, policies, c.namespace, "stat", map[string]any{"spec": map[string]any{"placement": map[string]any{
		"clusterAffinity": map[string]any{"clusterNames": []any{"member1", "member3"}}}}})
	c.inMember(t, s.karmada, "stat", and(has(int64(2), "status", "readyReplicas"), survives))
}

func (s *suite) testHealth(t *testing.T, c *scene) {
	c.workload(t, "health", map[string]any{"replicas": 6}, nil)
	c.divideWorkload(t, "health", evenly)
	for _, member := range s.members {
		c.inMember(t, member, "health", has(int64(2), "spec", "replicas"))
	}
	for _, step := range []struct {
		ready int64
		want  workv1alpha2.ResourceHealth
	}{{2, workv1alpha2.ResourceHealthy}, {1, workv1alpha2.ResourceUnhealthy}, {2, workv1alpha2.ResourceHealthy}} {
		for _, member := range s.members {
			c.ready(t, member, "health", step.ready, nil)
		}
		c.healthy(t, "health", step.want, len(s.members))
	}
}

// healthy waits until the binding calls the object in as many members as given what is wanted.
func (c *scene) healthy(t *testing.T, name string, want workv1alpha2.ResourceHealth, members int) {
	t.Helper()
	c.binding(t, name, "workload", func(binding *workv1alpha2.ResourceBinding) error {
		if len(binding.Status.AggregatedStatus) != members {
			return fmt.Errorf("status of %d members, want %d", len(binding.Status.AggregatedStatus), members)
		}
		for _, item := range binding.Status.AggregatedStatus {
			if item.Health != want {
				return fmt.Errorf("%s: want %s, got %s", item.ClusterName, want, item.Health)
			}
		}
		return nil
	})
}
