// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"hash/maphash"
	"net/http"
	"sync"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
	"workload.example.io/interpreter/internal/webhook"
)

// cached is Workload with the best cache that could be: never full, never stale, and every call but the first is a hit.
// The uid and the envelope differ in each call, so it can only be asked once they are decoded.
type cached struct {
	workload.Workload
	seed     maphash.Seed
	patches  sync.Map
	replicas sync.Map
	lists    sync.Map
}

type requirements struct {
	replicas int32
	needs    *workv1alpha2.ReplicaRequirements
}

type question struct {
	object  uint64
	desired int32
}

func (c *cached) key(req *interpreter.Request) question {
	return question{maphash.Bytes(c.seed, req.Object.Raw), *req.DesiredReplicas}
}

func (c *cached) ReviseReplica(req *interpreter.Request) ([]byte, error) {
	key := c.key(req)
	if patch, ok := c.patches.Load(key); ok {
		return patch.([]byte), nil
	}
	patch, err := c.Workload.ReviseReplica(req)
	c.patches.Store(key, patch)
	return patch, err
}

func (c *cached) InterpretReplica(req *interpreter.Request) (int32, *workv1alpha2.ReplicaRequirements, error) {
	key := c.key(req)
	if value, ok := c.replicas.Load(key); ok {
		found := value.(requirements)
		return found.replicas, found.needs, nil
	}
	replicas, needs, err := c.Workload.InterpretReplica(req)
	c.replicas.Store(key, requirements{replicas, needs})
	return replicas, needs, err
}

func (c *cached) InterpretDependency(req *interpreter.Request) ([]configv1alpha1.DependentObjectReference, error) {
	key := c.key(req)
	if list, ok := c.lists.Load(key); ok {
		return list.([]configv1alpha1.DependentObjectReference), nil
	}
	list, err := c.Workload.InterpretDependency(req)
	c.lists.Store(key, list)
	return list, err
}

// BenchmarkCache compares computing an answer with finding it in a perfect cache (docs/decisions/0002-no-cache.md).
func BenchmarkCache(b *testing.B) {
	kind := workload.Kind()
	kind.Interpreter = &cached{seed: maphash.MakeSeed()}
	handlers := map[string]http.Handler{
		"computed": webhook.New(interpreter.MustRegistry(workload.Kind()), nil),
		"cached":   webhook.New(interpreter.MustRegistry(kind), nil),
	}
	for _, name := range []string{"ReviseReplica-01-controller-nginx", "InterpretReplica-03-controller-keep", "InterpretDependency-03-controller-e2e"} {
		for _, c := range readCalls(b) {
			if c.name() != name {
				continue
			}
			for _, way := range []string{"computed", "cached"} {
				b.Run(name+"/"+way, func(b *testing.B) { benchmarkHandler(b, handlers[way], c.file("request.json")) })
			}
		}
	}
}
