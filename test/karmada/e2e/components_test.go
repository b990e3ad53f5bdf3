// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
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
// with components fills them into the binding and leaves the replicas of every member as the template has them.
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
	c.workload(t, "probe", nil, nil)
	c.divideWorkload(t, "probe", evenly)
	c.probe(t, "probe", func(binding *workv1alpha2.ResourceBinding) error {
		if len(binding.Spec.Components) == 0 {
			return errors.New("no components in the binding")
		}
		return nil
	})

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
	for _, member := range s.members {
		c.inMember(t, member, "component", has(int64(3), "spec", "replicas"))
		c.ready(t, member, "component", 3, nil)
	}
	c.inMember(t, s.karmada, "component", has(int64(9), "status", "readyReplicas"))
}
