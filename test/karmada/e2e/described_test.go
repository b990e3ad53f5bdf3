// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Kinds of the library: one with a pod template, one with several, and one for which Karmada has a script of its own.
var (
	rollouts  = schema.GroupVersionResource{Group: "argoproj.io", Version: "v1alpha1", Resource: "rollouts"}
	jobsets   = schema.GroupVersionResource{Group: "jobset.x-k8s.io", Version: "v1alpha2", Resource: "jobsets"}
	clonesets = schema.GroupVersionResource{Group: "apps.kruise.io", Version: "v1alpha1", Resource: "clonesets"}
)

// checkDescribed runs the checks of kinds that are described in YAML. A second process of the function serves the library's own
// files, from its environment.
func (s *suite) checkDescribed(suite *testing.T) {
	var described *describedServer
	s.check(suite, "15", "kinds described in YAML: served", all, func(t *testing.T, _ *scene) {
		s.createDescribedCRDs(t)
		described = s.startDescribed(t, suite, "argoproj.io/Rollout.yaml", "jobset.x-k8s.io/JobSet.yaml", "apps.kruise.io/CloneSet.yaml")
	})
	if described == nil {
		return
	}
	s.check(suite, "15", "described: wins over Karmada's own Lua", all, func(t *testing.T, c *scene) { c.testWins(t, described) })
	s.check(suite, "15", "described: one template", all, s.testDescribedTemplate)
	s.check(suite, "15", "described: several components", all, func(t *testing.T, c *scene) { c.testDescribedComponents(t, described) })
}

// testWins makes a CloneSet without replicas, on which Karmada's script fails. Once the description is registered, it has
// one.
func (c *scene) testWins(t *testing.T, described *describedServer) {
	c.karmada.create(t, clonesets, map[string]any{"apiVersion": "apps.kruise.io/v1alpha1", "kind": "CloneSet",
		"metadata": map[string]any{"name": "clones", "namespace": c.namespace},
		"spec":     map[string]any{"template": podSpec(nil, nil)}})
	c.propagate(t, "apps.kruise.io/v1alpha1", "CloneSet", "clones", everywhere, nil)
	eventually(t, "the script of Karmada to fail", func(ctx context.Context) error {
		reasons, err := c.reasons(ctx, c.namespace)
		if err == nil && len(reasons["ApplyPolicyFailed"]) == 0 {
			err = fmt.Errorf("no such event among %v", reasons)
		}
		return err
	})
	described.register(t, c.suite, false)
	attempt := 0
	eventually(t, "the description of CloneSet to answer", func(ctx context.Context) error {
		attempt++
		c.karmada.patch(t, clonesets, c.namespace, "clones", map[string]any{
			"metadata": map[string]any{"annotations": map[string]any{"attempt": strconv.Itoa(attempt)}}})
		binding, err := typed[workv1alpha2.ResourceBinding](ctx, c.karmada, bindings, c.namespace, "clones-cloneset")
		if err != nil {
			return err
		}
		return replicas(1)(binding)
	})
	for _, member := range c.members {
		c.object(t, member, clonesets, "clones", has("clones", "metadata", "name"))
	}
}

// testDescribedTemplate divides a Rollout over all members, changes it in a member and reports from each.
func (s *suite) testDescribedTemplate(t *testing.T, c *scene) {
	c.karmada.create(t, configMaps, map[string]any{"apiVersion": "v1", "kind": "ConfigMap",
		"metadata": map[string]any{"name": "settings", "namespace": c.namespace}})
	template := podSpec(map[string]any{
		"envFrom":   []any{map[string]any{"configMapRef": map[string]any{"name": "settings"}}},
		"resources": map[string]any{"requests": map[string]any{"cpu": "250m"}}}, nil)
	c.karmada.create(t, rollouts, map[string]any{"apiVersion": "argoproj.io/v1alpha1", "kind": "Rollout",
		"metadata": map[string]any{"name": "shop", "namespace": c.namespace,
			"labels": map[string]any{"resourcetemplate.karmada.io/retain-replicas": "true"}},
		"spec": map[string]any{"replicas": 6, "template": template, "strategy": map[string]any{"canary": map[string]any{"steps": []any{}}}}})
	c.divide(t, "argoproj.io/v1alpha1", "Rollout", "shop", evenly)

	want := &workv1alpha2.ReplicaRequirements{ResourceRequest: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("250m")}}
	c.binding(t, "shop", "rollout", func(binding *workv1alpha2.ResourceBinding) error {
		if diff := cmp.Diff(want, binding.Spec.ReplicaRequirements); diff != "" {
			return fmt.Errorf("replica requirements (-want +got):\n%s", diff)
		}
		return replicas(6)(binding)
	})
	for _, member := range s.members {
		c.object(t, member, rollouts, "shop", and(has(int64(2), "spec", "replicas"), has([]any{}, "spec", "strategy", "canary", "steps")))
		c.object(t, member, configMaps, "settings", has("settings", "metadata", "name"))
	}
	c.retainsDescribed(t)
	c.reportsDescribed(t)
}

// retainsDescribed scales the Rollout in a member, as an autoscaler does, and changes the template afterwards.
func (c *scene) retainsDescribed(t *testing.T) {
	c.members[0].patch(t, rollouts, c.namespace, "shop", map[string]any{"spec": map[string]any{"replicas": 5}})
	c.karmada.patch(t, rollouts, c.namespace, "shop", map[string]any{"spec": map[string]any{"minReadySeconds": 7}})
	for i, member := range c.members {
		want := int64(2)
		if i == 0 {
			want = 5
		}
		c.object(t, member, rollouts, "shop", and(has(int64(7), "spec", "minReadySeconds"), has(want, "spec", "replicas")))
	}
}

// reportsDescribed writes the status of each member as Argo's controller does, with the observed generation as a text.
func (c *scene) reportsDescribed(t *testing.T) {
	report := func(member cluster, phase string) {
		object, err := member.get(t.Context(), rollouts, c.namespace, "shop")
		if err != nil {
			t.Fatal(err)
		}
		member.patch(t, rollouts, c.namespace, "shop", map[string]any{"status": map[string]any{"phase": phase, "replicas": 2, "readyReplicas": 2,
			"observedGeneration": strconv.FormatInt(object.GetGeneration(), 10)}}, "status")
	}
	for _, member := range c.members {
		report(member, "Healthy")
	}
	c.health(t, "shop-rollout", map[string]workv1alpha2.ResourceHealth{
		"member1": workv1alpha2.ResourceHealthy, "member2": workv1alpha2.ResourceHealthy, "member3": workv1alpha2.ResourceHealthy})
	c.object(t, c.karmada, rollouts, "shop", and(has(int64(6), "status", "replicas"), has("Healthy", "status", "phase"),
		func(object *unstructured.Unstructured) error {
			return has(strconv.FormatInt(object.GetGeneration(), 10), "status", "observedGeneration")(object)
		}))
	report(c.members[2], "Degraded")
	c.health(t, "shop-rollout", map[string]workv1alpha2.ResourceHealth{
		"member1": workv1alpha2.ResourceHealthy, "member2": workv1alpha2.ResourceHealthy, "member3": workv1alpha2.ResourceUnhealthy})
	c.object(t, c.karmada, rollouts, "shop", has("Degraded", "status", "phase"))
}

// testDescribedComponents turns the feature gate on and propagates a JobSet with two replicated jobs.
func (c *scene) testDescribedComponents(t *testing.T, described *describedServer) {
	t.Cleanup(func() { c.gated(t) })
	c.gated(t, "--feature-gates=MultiplePodTemplatesScheduling=true")
	described.register(t, c.suite, true)
	job := func(name string, replicas, parallelism int64, cpu string) map[string]any {
		return map[string]any{"name": name, "replicas": replicas, "template": map[string]any{"spec": map[string]any{"parallelism": parallelism,
			"template": podSpec(map[string]any{"resources": map[string]any{"requests": map[string]any{"cpu": cpu}},
				"envFrom": []any{map[string]any{"secretRef": map[string]any{"name": "token"}}}}, nil)}}}
	}
	c.karmada.create(t, secrets, map[string]any{"apiVersion": "v1", "kind": "Secret",
		"metadata": map[string]any{"name": "token", "namespace": c.namespace}})
	c.karmada.create(t, jobsets, map[string]any{"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet",
		"metadata": map[string]any{"name": "training", "namespace": c.namespace},
		"spec":     map[string]any{"replicatedJobs": []any{job("driver", 1, 1, "1"), job("workers", 2, 4, "16")}}})
	c.propagate(t, "jobset.x-k8s.io/v1alpha2", "JobSet", "training", everywhere, nil)

	part := func(name string, replicas int32, cpu string) workv1alpha2.Component {
		return workv1alpha2.Component{Name: name, Replicas: replicas, ReplicaRequirements: &workv1alpha2.ComponentReplicaRequirements{
			ResourceRequest: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu)}}}
	}
	want := []workv1alpha2.Component{part("driver", 1, "1"), part("workers", 8, "16")}
	c.binding(t, "training", "jobset", func(binding *workv1alpha2.ResourceBinding) error {
		if len(binding.Spec.Components) == 0 {
			return errors.New("no components in the binding")
		}
		if diff := cmp.Diff(want, binding.Spec.Components); diff != "" {
			return fmt.Errorf("components (-want +got):\n%s", diff)
		}
		return nil
	})
	health := map[string]workv1alpha2.ResourceHealth{}
	for _, member := range c.members {
		c.object(t, member, jobsets, "training", has("training", "metadata", "name"))
		c.object(t, member, secrets, "token", has("token", "metadata", "name"))
		member.patch(t, jobsets, c.namespace, "training", map[string]any{"status": map[string]any{"restarts": 1, "terminalState": "Completed",
			"conditions":           []any{map[string]any{"type": "Completed", "status": "True", "reason": "AllJobsCompleted", "message": "done"}},
			"replicatedJobsStatus": []any{map[string]any{"name": "workers", "succeeded": 2}}}}, "status")
		health[member.name] = workv1alpha2.ResourceHealthy
	}
	c.health(t, "training-jobset", health)
	c.object(t, c.karmada, jobsets, "training", and(has("Completed", "status", "terminalState"), has(int64(1), "status", "restarts"),
		func(object *unstructured.Unstructured) error {
			list, _ := field(object, "status", "replicatedJobsStatus").([]any)
			if len(list) != 1 {
				return fmt.Errorf("want the status of one replicated job, got %v", list)
			}
			return has(int64(6), "succeeded")(&unstructured.Unstructured{Object: list[0].(map[string]any)})
		}))
}

// object waits until an object in a cluster is as ok wants it.
func (c *scene) object(t *testing.T, in cluster, of schema.GroupVersionResource, name string, ok func(*unstructured.Unstructured) error) {
	t.Helper()
	eventually(t, of.Resource+" "+name+" in "+in.name, func(ctx context.Context) error {
		object, err := in.get(ctx, of, c.namespace, name)
		if err != nil {
			return err
		}
		return ok(object)
	})
}

// health waits until the binding calls the object in each member what is wanted.
func (c *scene) health(t *testing.T, binding string, want map[string]workv1alpha2.ResourceHealth) {
	t.Helper()
	eventually(t, "the health in the binding "+binding, func(ctx context.Context) error {
		binding, err := typed[workv1alpha2.ResourceBinding](ctx, c.karmada, bindings, c.namespace, binding)
		if err != nil {
			return err
		}
		got := map[string]workv1alpha2.ResourceHealth{}
		for _, item := range binding.Status.AggregatedStatus {
			got[item.ClusterName] = item.Health
		}
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("health by member (-want +got):\n%s", diff)
		}
		return nil
	})
}
