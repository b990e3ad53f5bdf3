// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// gated restarts the parts of Karmada that read a feature gate, with the flags given.
func (s *suite) gated(t *testing.T, flags ...string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	var errs []error
	for _, name := range []string{"karmada-webhook", "karmada-scheduler", "karmada-controller-manager"} {
		errs = append(errs, s.playground.Restart(ctx, name, flags...))
	}
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// testComponents turns MultiplePodTemplatesScheduling on. The default configuration goes on working as before; the one
// with components fills them into the binding and leaves the replicas of every member as the template has them. What else
// follows from components differs from release to release.
func (s *suite) testComponents(t *testing.T, c *scene) {
	t.Cleanup(func() {
		s.gated(t)
		s.register(t, false)
	})
	s.gated(t, "--feature-gates=MultiplePodTemplatesScheduling=true")
	c.workload(t, "plain", nil, nil)
	c.divideWorkload(t, "plain", evenly)
	c.spread(t, "plain", map[string]int64{"member1": 1, "member2": 1, "member3": 1})

	s.register(t, true)
	c.probeComponents(t, "probe")
	c.component(t)
	c.emptied(t)
	c.revised(t)
}

// probeComponents waits until Karmada asks for components.
func (c *scene) probeComponents(t *testing.T, name string) {
	t.Helper()
	c.workload(t, name, nil, nil)
	c.divideWorkload(t, name, evenly)
	c.probe(t, name, func(binding *workv1alpha2.ResourceBinding) error {
		if len(binding.Spec.Components) == 0 {
			return errors.New("no components in the binding")
		}
		return nil
	})
}

func (c *scene) component(t *testing.T) {
	t.Helper()
	c.workload(t, "component", map[string]any{"template": podSpec(
		map[string]any{"resources": map[string]any{"requests": map[string]any{"cpu": "250m"}}}, nil)}, nil)
	c.propagate(t, "workload.example.io/v1alpha1", "Workload", "component", everywhere, nil)
	want := []workv1alpha2.Component{{Name: "main", Replicas: 3, ReplicaRequirements: &workv1alpha2.ComponentReplicaRequirements{
		ResourceRequest: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("250m")}}}}
	c.binding(t, "component", "workload", func(binding *workv1alpha2.ResourceBinding) error {
		if diff := cmp.Diff(want, binding.Spec.Components); diff != "" {
			return fmt.Errorf("components (-want +got):\n%s", diff)
		}
		return nil
	})
	for _, member := range c.members {
		c.inMember(t, member, "component", has(int64(3), "spec", "replicas"))
		c.ready(t, member, "component", 3, nil)
	}
	c.inMember(t, c.karmada, "component", has(int64(9), "status", "readyReplicas"))
}

// emptied takes all clusters out of a binding with components, as an eviction from its last one does, and sees whether the
// scheduler, once it has looked at that, has found others.
func (c *scene) emptied(t *testing.T) {
	t.Helper()
	c.workload(t, "evicted", nil, nil)
	c.divideWorkload(t, "evicted", evenly)
	for _, member := range c.members {
		c.inMember(t, member, "evicted", has(int64(3), "spec", "replicas"))
	}
	scheduled := c.scheduled(t, "evicted", 0)
	if len(scheduled.Spec.Clusters) != len(c.members) {
		t.Fatalf("divided, with components: want %d clusters, got %v", len(c.members), scheduled.Spec.Clusters)
	}
	c.karmada.patch(t, bindings, c.namespace, scheduled.Name, map[string]any{"spec": map[string]any{"clusters": nil}})
	does := "is not scheduled again"
	if len(c.scheduled(t, "evicted", scheduled.Generation).Spec.Clusters) > 0 {
		does = "is scheduled again"
	}
	c.differs(t, emptied, does)
}

// scheduled waits until the scheduler is done with a generation of the object's binding after the one given.
func (c *scene) scheduled(t *testing.T, name string, after int64) (seen *workv1alpha2.ResourceBinding) {
	t.Helper()
	c.binding(t, name, "workload", func(binding *workv1alpha2.ResourceBinding) error {
		if seen = binding; binding.Generation <= after || binding.Status.SchedulerObservedGeneration != binding.Generation {
			return fmt.Errorf("generation %d, the scheduler has seen %d", binding.Generation, binding.Status.SchedulerObservedGeneration)
		}
		return nil
	})
	return seen
}

// revised registers ReviseReplica, too, and sees what becomes of the replicas of the members.
func (c *scene) revised(t *testing.T) {
	t.Helper()
	c.register(t, false) // its arrival can be seen, and then that of the next
	c.workload(t, "whole", nil, nil)
	c.divideWorkload(t, "whole", evenly)
	c.probe(t, "whole", replicas(3))
	c.registerChanged(t, true, func(config *configv1alpha1.ResourceInterpreterWebhookConfiguration) {
		rule := &config.Webhooks[0].Rules[0]
		rule.Operations = append(rule.Operations, configv1alpha1.InterpreterOperationReviseReplica)
	})
	c.probeComponents(t, "probe-both")

	c.workload(t, "both", nil, nil)
	c.propagate(t, "workload.example.io/v1alpha1", "Workload", "both", everywhere, nil)
	for _, member := range c.members {
		does := ""
		c.inMember(t, member, "both", func(object *unstructured.Unstructured) error {
			if does = fmt.Sprint(field(object, "spec", "replicas")); does == "3" {
				does = "as in the template"
			}
			return nil
		})
		c.differs(t, revised, does)
	}
}
