// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"slices"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/function/kind/kindtest"
	"workload.example.io/interpreter/internal/cli/testcase"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/test/kinds/library"
)

// TestConformance holds every description to the rules that hold for a kind in Go, with objects and statuses of the cases.
func TestConformance(t *testing.T) {
	_, cases := karmadaCases(t)
	own, err := testcase.Read("testdata/cases", "../../function/testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	owned := ownedPaths(t)
	registry := registry(t)
	for _, kind := range registry.Kinds() {
		t.Run(kind.Kind+"."+kind.Group, func(t *testing.T) {
			suite := kindtest.Suite{Kind: kind, Owned: owned[kind.Kind+"."+kind.Group]}
			for _, c := range append(own, cases...) {
				if c.Request.Kind.Group != kind.Group || c.Request.Kind.Kind != kind.Kind {
					continue
				}
				if len(suite.Objects) == 0 && answersAll(registry, kind, c.Request) {
					suite.Objects = append(suite.Objects, string(c.Request.Object.Raw))
				}
				for _, item := range c.Request.AggregatedStatus {
					if item.Status != nil && len(suite.Statuses) < 3 {
						suite.Statuses = append(suite.Statuses, string(item.Status.Raw))
					}
				}
			}
			if len(suite.Objects) == 0 {
				t.Fatal("want a case with an object about which every operation has an answer, got none")
			}
			kindtest.Run(t, suite)
		})
	}
}

// answersAll reports whether every operation of the kind has an answer about the object of a request.
func answersAll(registry *interpreter.Registry, kind interpreter.Kind, request *configv1alpha1.ResourceInterpreterRequest) bool {
	return !slices.ContainsFunc(kind.Operations(), func(operation interpreter.Operation) bool {
		replicas := int32(2)
		asked := &interpreter.Request{UID: "uid", Kind: kind.GroupVersionKind, Operation: operation, DesiredReplicas: &replicas,
			Namespace: "default", Object: request.Object, ObservedObject: &request.Object}
		return !registry.Interpret(asked).Successful
	})
}

// ownedPaths are the JSON pointers that the operations of each description may write.
func ownedPaths(t *testing.T) map[string]map[interpreter.Operation][]string {
	t.Helper()
	sources, err := described.Files(library.Folder)
	if err != nil {
		t.Fatal(err)
	}
	owned := map[string]map[interpreter.Operation][]string{}
	for _, source := range sources {
		descriptions, err := described.Parse(source.Name, source.Data)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range descriptions {
			group, _, _ := strings.Cut(d.Spec.Target.APIVersion.Value, "/")
			paths := map[interpreter.Operation][]string{"AggregateStatus": {"/status"}}
			if d.Spec.ReplicaRevision != nil {
				paths["ReviseReplica"] = pointers(d.Spec.ReplicaRevision.Paths)
			}
			if d.Spec.Retention != nil {
				paths["Retain"] = append(pointers(d.Spec.Retention.Paths), "/kindtest-none")
			}
			owned[d.Spec.Target.Kind.Value+"."+group] = paths
		}
	}
	return owned
}

func pointers(rules []described.Rule) []string {
	var list []string
	for _, rule := range rules {
		list = append(list, "/"+strings.NewReplacer("[*]", "/*", ".", "/").Replace(rule.Path.Value))
	}
	return list
}
