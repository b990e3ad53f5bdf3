// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kind_test

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/function/kind"
)

// A view is a struct with the few fields that an operation reads.
func ExampleRead() {
	object := []byte(`{"metadata":{"managedFields":[]},"spec":{"workers":{"replicas":"3"}}}`)
	var view struct {
		Spec struct {
			Workers struct {
				Replicas *int32 `json:"replicas"`
			} `json:"workers"`
		} `json:"spec"`
	}
	fmt.Println(kind.Read(object, "object", &view))
	// Output: cannot decode object.spec.workers.replicas: want integer, got string
}

// What is absent has a meaning, and a negative number has none.
func ExampleCount() {
	negative := int32(-1)
	fmt.Println(kind.Count(nil, 1, "object.spec.replicas"))
	fmt.Println(kind.Count(&negative, 1, "object.spec.replicas"))
	// Output:
	// 1 <nil>
	// 0 cannot decode object.spec.replicas: want integer from 0 to 2147483647, got negative number
}

// A patch creates the parents that are missing and writes nothing that is right already.
func ExampleSet() {
	two, three := int32(2), int32(3)
	patch := kind.NewPatch()
	kind.Set(patch.Object("spec", true), "replicas", &three, &two)
	kind.Set(patch.Object("spec", true), "paused", &three, &three)
	kind.Set(patch.Object("status", false).Object("workers", false), "ready", nil, &two)
	text, err := patch.JSON()
	fmt.Println(string(text), err)
	// Output: [{"op":"add","path":"/spec/replicas","value":2},{"op":"add","path":"/status","value":{"workers":{"ready":2}}}] <nil>
}

// A member whose status cannot be read is named and loses no other.
func ExampleSum() {
	type status struct {
		Ready *int32 `json:"ready"`
	}
	req := &kind.Request{}
	for cluster, text := range map[string]string{"member1": `{"ready":2}`, "member2": `{"ready":1}`, "member3": `"none"`} {
		req.AggregatedStatus = append(req.AggregatedStatus, workv1alpha2.AggregatedStatusItem{
			ClusterName: cluster, Status: &runtime.RawExtension{Raw: []byte(text)},
		})
	}
	sum, warnings, err := kind.Sum(req, "status.ready", func(s *status) *int32 { return s.Ready })
	fmt.Println(sum, warnings, err)
	// Output: 3 [member cluster "member3" is left out: cannot decode status: want object, got string] <nil>
}

// Dependencies of several templates become one sorted list without duplicates.
func ExampleMergeDependencies() {
	secret := func(name string) kind.Dependency {
		return kind.Dependency{APIVersion: "v1", Kind: "Secret", Namespace: "shop", Name: name}
	}
	for _, d := range kind.MergeDependencies([]kind.Dependency{secret("b"), secret("a")}, []kind.Dependency{secret("a")}) {
		fmt.Println(d.Kind, d.Name)
	}
	// Output:
	// Secret a
	// Secret b
}
