// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// hasImage is the condition that a change of the template has arrived.
func hasImage(want string) func(*unstructured.Unstructured) error {
	return func(object *unstructured.Unstructured) error {
		template, _ := field(object, "spec", "template").(map[string]any)
		return imageError(want, image(template))
	}
}

func (s *suite) testRetainPaused(t *testing.T, c *scene) {
	c.workload(t, "paused", nil, nil)
	c.divideWorkload(t, "paused", evenly)
	for _, member := range s.members {
		c.inMember(t, member, "paused", has(false, "spec", "paused"))
		member.patch(t, workloads, c.namespace, "paused", map[string]any{"spec": map[string]any{"paused": true}})
	}
	c.change(t, "paused", map[string]any{"template": withImage("nginx:2")})
	for _, member := range s.members {
		c.inMember(t, member, "paused", and(hasImage("nginx:2"), has(true, "spec", "paused")))
	}
	c.change(t, "paused", map[string]any{"replicas": 6})
	for _, member := range s.members {
		c.inMember(t, member, "paused", and(has(int64(2), "spec", "replicas"), has(true, "spec", "paused")))
	}
}

func (s *suite) testRetainUnpaused(t *testing.T, c *scene) {
	c.workload(t, "unpaused", map[string]any{"paused": true}, nil)
	c.divideWorkload(t, "unpaused", evenly)
	for _, member := range s.members {
		c.inMember(t, member, "unpaused", has(true, "spec", "paused"))
		member.patch(t, workloads, c.namespace, "unpaused", map[string]any{"spec": map[string]any{"paused": nil}})
	}
	c.change(t, "unpaused", map[string]any{"template": withImage("nginx:2"), "replicas": 6})
	for _, member := range s.members {
		c.inMember(t, member, "unpaused",
			and(hasImage("nginx:2"), has(int64(2), "spec", "replicas"), has(nil, "spec", "paused")))
	}
}

func (s *suite) testRetainReplicas(t *testing.T, c *scene) {
	own := map[string]int64{"member1": 7, "member2": 0, "member3": 5}
	c.workload(t, "scaled", nil, map[string]any{"resourcetemplate.karmada.io/retain-replicas": "true"})
	c.divideWorkload(t, "scaled", evenly)
	for _, member := range s.members {
		c.inMember(t, member, "scaled", has(int64(1), "spec", "replicas"))
		member.patch(t, workloads, c.namespace, "scaled", map[string]any{"spec": map[string]any{"replicas": own[member.name]}})
	}
	c.change(t, "scaled", map[string]any{"template": withImage("nginx:2"), "replicas": 30})
	for _, member := range s.members {
		c.inMember(t, member, "scaled", and(hasImage("nginx:2"), has(own[member.name], "spec", "replicas")))
	}
}

// testUnknownFields follows fields that our types do not know through replica revision and retention.
func (s *suite) testUnknownFields(t *testing.T, c *scene) {
	unknown := map[string]any{
		"deep":   []any{map[string]any{"": "an empty name"}, nil, "ä/~ \"quoted\""},
		"large":  int64(9007199254740993), // not a float64
		"nested": map[string]any{"status": map[string]any{}, "replicas": "not ours"},
	}
	template := podSpec(map[string]any{"image": "nginx", "futureField": unknown}, map[string]any{"futurePodField": unknown})
	c.workload(t, "unknown", map[string]any{"extra": unknown, "template": template}, nil)
	c.divideWorkload(t, "unknown", evenly)
	survives := and(has(unknown, "spec", "extra"), has(unknown, "spec", "template", "spec", "futurePodField"))
	for _, member := range s.members {
		c.inMember(t, member, "unknown", and(has(int64(1), "spec", "replicas"), survives))
		member.patch(t, workloads, c.namespace, "unknown", map[string]any{"spec": map[string]any{"paused": true}})
	}
	template["spec"].(map[string]any)["containers"].([]any)[0].(map[string]any)["image"] = "nginx:2"
	c.change(t, "unknown", map[string]any{"template": template, "replicas": 6})
	for _, member := range s.members {
		c.inMember(t, member, "unknown", and(hasImage("nginx:2"), has(int64(2), "spec", "replicas"),
			has(true, "spec", "paused"), survives, containerKeeps(unknown)))
	}
}

func containerKeeps(want any) func(*unstructured.Unstructured) error {
	return func(object *unstructured.Unstructured) error {
		containers, _ := field(object, "spec", "template", "spec", "containers").([]any)
		first, _ := containers[0].(map[string]any)
		return has(want, "futureField")(&unstructured.Unstructured{Object: first})
	}
}

// testLarge uses a Workload of 600 KiB, so that Retain, which carries it twice, gets a body of more than 1 MiB.
func (s *suite) testLarge(t *testing.T, c *scene) {
	ballast := strings.Repeat("x", 600<<10)
	template := func(image string) map[string]any {
		return podSpec(map[string]any{
			"image": image, "env": []any{map[string]any{"name": "BALLAST", "value": ballast}}}, nil)
	}
	c.workload(t, "large", map[string]any{"template": template("nginx")}, nil)
	c.divideWorkload(t, "large", evenly)
	for _, member := range s.members {
		c.inMember(t, member, "large", has(int64(1), "spec", "replicas"))
		member.patch(t, workloads, c.namespace, "large", map[string]any{"spec": map[string]any{"paused": true}})
	}
	c.change(t, "large", map[string]any{"template": template("nginx:2"), "replicas": 6})
	for _, member := range s.members {
		c.inMember(t, member, "large", and(hasImage("nginx:2"), has(int64(2), "spec", "replicas"), has(true, "spec", "paused")))
		object, err := member.get(t.Context(), workloads, c.namespace, "large")
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(object.Object)
		if err != nil {
			t.Fatal(err)
		}
		if size := len(raw); size < 600<<10 {
			t.Errorf("%s: size of the Workload: want at least %d bytes, got %d", member.name, 600<<10, size)
		}
	}
}
