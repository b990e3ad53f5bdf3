// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/rand"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/kinds/workload"
)

// scene is one check's namespace, with the Workload that it is about.
type scene struct {
	*suite
	namespace string
}

// newScene makes a namespace and waits until Karmada has brought it to the members.
func (s *suite) newScene(t *testing.T) *scene {
	c := &scene{suite: s, namespace: "e2e-" + rand.String(6)}
	s.karmada.create(t, namespaces, map[string]any{
		"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": c.namespace}})
	t.Cleanup(func() {
		_ = s.karmada.client.Resource(namespaces).Delete(context.WithoutCancel(t.Context()), c.namespace, metav1.DeleteOptions{})
	})
	for _, member := range s.members {
		eventually(t, "the namespace in "+member.name, func(ctx context.Context) error {
			_, err := member.get(ctx, namespaces, "", c.namespace)
			return err
		})
	}
	return c
}

// workload creates the example Workload with its spec changed, and its labels.
func (c *scene) workload(t *testing.T, name string, spec map[string]any, labels map[string]any) {
	t.Helper()
	var object map[string]any
	if err := yaml.Unmarshal(workload.Kind().Manifests.Example, &object); err != nil {
		t.Fatal(err)
	}
	object["metadata"] = map[string]any{"name": name, "namespace": c.namespace, "labels": labels}
	for key, value := range spec {
		if value == nil {
			delete(object["spec"].(map[string]any), key)
		} else {
			object["spec"].(map[string]any)[key] = value
		}
	}
	c.karmada.create(t, workloads, object)
}

// podSpec is a pod template with one container that further fields are added to, and further fields of the pod.
func podSpec(container, pod map[string]any) map[string]any {
	c := map[string]any{"name": "nginx", "image": "nginx"}
	for key, value := range container {
		c[key] = value
	}
	spec := map[string]any{"containers": []any{c}}
	for key, value := range pod {
		spec[key] = value
	}
	return map[string]any{"metadata": map[string]any{"labels": map[string]any{"app": "nginx"}}, "spec": spec}
}

// change merges a new spec into the template.
func (c *scene) change(t *testing.T, name string, spec map[string]any) {
	t.Helper()
	c.karmada.patch(t, workloads, c.namespace, name, map[string]any{"spec": spec})
}

// divide creates a policy that divides the replicas of the object by the weights of the members.
func (c *scene) divide(t *testing.T, apiVersion, kind, name string, weights map[string]int64) {
	t.Helper()
	var list []any
	var names []any
	for member, weight := range weights {
		names = append(names, member)
		list = append(list, map[string]any{
			"targetCluster": map[string]any{"clusterNames": []any{member}}, "weight": weight})
	}
	c.propagate(t, apiVersion, kind, name, names, map[string]any{
		"replicaDivisionPreference": "Weighted", "replicaSchedulingType": "Divided",
		"weightPreference": map[string]any{"staticWeightList": list},
	})
}

// propagate creates a policy that brings the object and its dependencies to the members.
func (c *scene) propagate(t *testing.T, apiVersion, kind, name string, names []any, scheduling map[string]any) {
	t.Helper()
	placement := map[string]any{"clusterAffinity": map[string]any{"clusterNames": names}}
	if scheduling != nil {
		placement["replicaScheduling"] = scheduling
	}
	c.karmada.create(t, policies, map[string]any{
		"apiVersion": "policy.karmada.io/v1alpha1", "kind": "PropagationPolicy",
		"metadata": map[string]any{"name": name, "namespace": c.namespace},
		"spec": map[string]any{
			"propagateDeps":     true,
			"resourceSelectors": []any{map[string]any{"apiVersion": apiVersion, "kind": kind, "name": name}},
			"placement":         placement,
		},
	})
}

// evenly are the weights 1:1:1.
var evenly = map[string]int64{"member1": 1, "member2": 1, "member3": 1}

// everywhere names all members for a policy that duplicates.
var everywhere = []any{"member1", "member2", "member3"}

// divideWorkload is divide for a Workload.
func (c *scene) divideWorkload(t *testing.T, name string, weights map[string]int64) {
	t.Helper()
	c.divide(t, "workload.example.io/v1alpha1", "Workload", name, weights)
}

// inMember waits until the Workload in the member is as ok wants it.
func (c *scene) inMember(t *testing.T, member cluster, name string, ok func(*unstructured.Unstructured) error) {
	t.Helper()
	eventually(t, "Workload "+name+" in "+member.name, func(ctx context.Context) error {
		object, err := member.get(ctx, workloads, c.namespace, name)
		if err != nil {
			return err
		}
		return ok(object)
	})
}

// spread waits until the members have the replicas, and the binding says the same.
func (c *scene) spread(t *testing.T, name string, want map[string]int64) {
	t.Helper()
	for _, member := range c.members {
		if replicas, ok := want[member.name]; ok {
			c.inMember(t, member, name, has(replicas, "spec", "replicas"))
		}
	}
	c.binding(t, name, "workload", func(binding *workv1alpha2.ResourceBinding) error {
		got, total := map[string]int64{}, int64(0)
		for _, target := range binding.Spec.Clusters {
			got[target.Name] = int64(target.Replicas)
			total += int64(target.Replicas)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("replicas by cluster in the binding (-want +got):\n%s", diff)
		}
		if int64(binding.Spec.Replicas) != total {
			return fmt.Errorf("binding has %d replicas, its clusters %d", binding.Spec.Replicas, total)
		}
		return nil
	})
}

// binding waits until the object's ResourceBinding is as ok wants it.
func (c *scene) binding(t *testing.T, name, kind string, ok func(*workv1alpha2.ResourceBinding) error) {
	t.Helper()
	eventually(t, "the ResourceBinding of "+name, func(ctx context.Context) error {
		binding, err := typed[workv1alpha2.ResourceBinding](ctx, c.karmada, bindings, c.namespace, name+"-"+kind)
		if err != nil {
			return err
		}
		return ok(binding)
	})
}

// has is the condition that a field of an object has the value; nil means that it is not there.
func has(want any, path ...string) func(*unstructured.Unstructured) error {
	return func(object *unstructured.Unstructured) error {
		if diff := cmp.Diff(want, field(object, path...)); diff != "" {
			return fmt.Errorf("%v (-want +got):\n%s", path, diff)
		}
		return nil
	}
}

// and joins conditions; all have to hold of the same reading.
func and(conditions ...func(*unstructured.Unstructured) error) func(*unstructured.Unstructured) error {
	return func(object *unstructured.Unstructured) error {
		for _, condition := range conditions {
			if err := condition(object); err != nil {
				return err
			}
		}
		return nil
	}
}
