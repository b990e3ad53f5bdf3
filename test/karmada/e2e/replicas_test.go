// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// testNoReplicas uses a template without replicas, which stands for one. Duplicated, every member gets it.
func (s *suite) testNoReplicas(t *testing.T, c *scene) {
	c.workload(t, "bare", map[string]any{"replicas": nil, "paused": nil}, nil)
	c.propagate(t, "workload.example.io/v1alpha1", "Workload", "bare", everywhere, nil)
	c.spreadOfOne(t, "bare")
	for _, member := range s.members {
		c.ready(t, member, "bare", 1, nil)
	}
	c.healthy(t, "bare", workv1alpha2.ResourceHealthy, len(s.members))
}

// spreadOfOne waits for a binding of one replica and the object in every member.
func (c *scene) spreadOfOne(t *testing.T, name string) {
	t.Helper()
	c.binding(t, name, "workload", func(binding *workv1alpha2.ResourceBinding) error {
		if binding.Spec.Replicas != 1 || len(binding.Spec.Clusters) != len(c.members) {
			return fmt.Errorf("want 1 replica on %d clusters, got %d on %v", len(c.members), binding.Spec.Replicas, binding.Spec.Clusters)
		}
		return nil
	})
	for _, member := range c.members {
		c.inMember(t, member, name, hasImage("nginx"))
	}
}

// testNoMemberReplicas takes the replicas out of the members' objects, which the retain label lets them do. An absent
// value means one, so with one ready replica they are healthy.
func (s *suite) testNoMemberReplicas(t *testing.T, c *scene) {
	c.workload(t, "shorn", map[string]any{"replicas": 1}, map[string]any{"resourcetemplate.karmada.io/retain-replicas": "true"})
	c.propagate(t, "workload.example.io/v1alpha1", "Workload", "shorn", everywhere, nil)
	c.spreadOfOne(t, "shorn")
	for _, member := range s.members {
		member.patch(t, workloads, c.namespace, "shorn", map[string]any{"spec": map[string]any{"replicas": nil}})
		c.ready(t, member, "shorn", 1, nil)
	}
	c.change(t, "shorn", map[string]any{"template": withImage("nginx:2")})
	for _, member := range s.members {
		c.inMember(t, member, "shorn", and(hasImage("nginx:2"), has(nil, "spec", "replicas")))
	}
	c.healthy(t, "shorn", workv1alpha2.ResourceHealthy, len(s.members))
	c.inMember(t, s.karmada, "shorn", has(int64(3), "status", "readyReplicas"))
}

func (s *suite) testRequirements(t *testing.T, c *scene) {
	toleration := map[string]any{"key": "gpu", "operator": "Exists", "effect": "NoSchedule"}
	template := podSpec(
		map[string]any{"resources": map[string]any{"requests": map[string]any{"cpu": "250m", "memory": "64Mi"}}},
		map[string]any{"nodeSelector": map[string]any{"disk": "ssd"}, "tolerations": []any{toleration}})
	c.workload(t, "demanding", map[string]any{"template": template}, nil)
	c.divideWorkload(t, "demanding", evenly)
	want := &workv1alpha2.ReplicaRequirements{
		NodeClaim: &workv1alpha2.NodeClaim{
			NodeSelector: map[string]string{"disk": "ssd"},
			Tolerations:  []corev1.Toleration{{Key: "gpu", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoSchedule}},
		},
		ResourceRequest: corev1.ResourceList{
			corev1.ResourceCPU: resource.MustParse("250m"), corev1.ResourceMemory: resource.MustParse("64Mi")},
	}
	c.binding(t, "demanding", "workload", func(binding *workv1alpha2.ResourceBinding) error {
		if diff := cmp.Diff(want, binding.Spec.ReplicaRequirements); diff != "" {
			return fmt.Errorf("replica requirements (-want +got):\n%s", diff)
		}
		return nil
	})
	c.spread(t, "demanding", map[string]int64{"member1": 1, "member2": 1, "member3": 1})

	does := "no"
	eventually(t, "the Event that ends the look at the template", func(ctx context.Context) error {
		reasons, err := c.reasons(ctx, c.namespace)
		if err == nil && len(reasons["ApplyPolicySucceed"]) == 0 {
			err = fmt.Errorf("no ApplyPolicySucceed among %d reasons", len(reasons))
		}
		if len(reasons["GetReplicasSucceed"]) > 0 {
			does = "yes"
		}
		return err
	})
	c.differs(t, announced, does)
}
