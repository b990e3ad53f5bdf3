// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

func (s *suite) testExample(t *testing.T, c *scene) {
	c.workload(t, "nginx", nil, map[string]any{"app": "nginx"})
	c.divideWorkload(t, "nginx", map[string]int64{"member1": 2, "member2": 1})
	c.spread(t, "nginx", map[string]int64{"member1": 2, "member2": 1})

	c.change(t, "nginx", map[string]any{"replicas": 6})
	c.spread(t, "nginx", map[string]int64{"member1": 4, "member2": 2})

	if _, err := s.members[2].get(t.Context(), workloads, c.namespace, "nginx"); !apierrors.IsNotFound(err) {
		t.Errorf("Workload in member3, which the policy leaves out: want not found, got %v", err)
	}
}

func (s *suite) testEvenly(t *testing.T, c *scene) {
	c.workload(t, "even", nil, nil)
	c.divideWorkload(t, "even", evenly)
	c.spread(t, "even", map[string]int64{"member1": 1, "member2": 1, "member3": 1})

	c.change(t, "even", map[string]any{"replicas": 9})
	c.spread(t, "even", map[string]int64{"member1": 3, "member2": 3, "member3": 3})
}

// testDeployment spreads a native Deployment, whose kind Karmada interprets itself, beside a Workload.
func (s *suite) testDeployment(t *testing.T, c *scene) {
	weights := map[string]int64{"member1": 2, "member2": 1, "member3": 1}
	c.workload(t, "beside", map[string]any{"replicas": 4}, nil)
	c.divideWorkload(t, "beside", weights)
	c.karmada.create(t, deployments, map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"name": "native", "namespace": c.namespace},
		"spec": map[string]any{
			"replicas": 4, "selector": map[string]any{"matchLabels": map[string]any{"app": "nginx"}},
			"template": podSpec(nil, nil),
		},
	})
	c.divide(t, "apps/v1", "Deployment", "native", weights)

	c.spread(t, "beside", weights)
	for _, member := range s.members {
		eventually(t, "Deployment native in "+member.name, func(ctx context.Context) error {
			object, err := member.get(ctx, deployments, c.namespace, "native")
			if err != nil {
				return err
			}
			return has(weights[member.name], "spec", "replicas")(object)
		})
		member.patch(t, deployments, c.namespace, "native", map[string]any{"status": map[string]any{
			"replicas": weights[member.name], "readyReplicas": weights[member.name], "observedGeneration": 1}}, "status")
	}
	eventually(t, "the sum of the Deployment's ready replicas", func(ctx context.Context) error {
		object, err := s.karmada.get(ctx, deployments, c.namespace, "native")
		if err != nil {
			return err
		}
		return has(int64(4), "status", "readyReplicas")(object)
	})
}

// image is the image of the first container; tests change it to see that a change of the template has arrived.
func image(template map[string]any) any {
	spec, _ := template["spec"].(map[string]any)
	containers, _ := spec["containers"].([]any)
	if len(containers) == 0 {
		return nil
	}
	first, _ := containers[0].(map[string]any)
	return first["image"]
}

func withImage(name string) map[string]any { return podSpec(map[string]any{"image": name}, nil) }

func imageError(want string, got any) error {
	if got != want {
		return fmt.Errorf("image: want %s, got %v", want, got)
	}
	return nil
}
