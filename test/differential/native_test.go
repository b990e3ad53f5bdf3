// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package differential compares what the function says of a pod template with what Karmada's native interpreter says of
// a Deployment with the same template.
package differential

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"github.com/karmada-io/karmada/pkg/features"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/default/native"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/interpreter"
)

var seed = flag.Uint64("seed", uint64(time.Now().UnixNano()), "seed of the random pod templates")

const templates = 5000

// TestNative asks both about the same templates. The native interpreter runs with the gate ResourceQuotaEstimate, behind
// which it reports the priority class as the function always does.
func TestNative(t *testing.T) {
	t.Logf("seed %d (-seed repeats it)", *seed)
	if err := features.FeatureGate.SetFromMap(map[string]bool{string(features.ResourceQuotaEstimate): true}); err != nil {
		t.Fatal(err)
	}
	peer := native.NewDefaultInterpreter()
	generator := generator{rand.New(rand.NewPCG(*seed, 0))}
	for range templates {
		content := generator.content(t)
		compare(t, peer, content)
		generator.mutate(content)
		compare(t, peer, content)
	}
}

// content is a random template as unstructured content.
func (g generator) content(t *testing.T) map[string]any {
	t.Helper()
	template := g.template()
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&template)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func compare(t *testing.T, peer *native.DefaultInterpreter, template map[string]any) {
	t.Helper()
	deployment := object("apps/v1", "Deployment", template)
	request := interpreter.Request{
		UID: "uid", Kind: app.Kinds()[0].GroupVersionKind,
		Object: runtime.RawExtension{Raw: marshal(t, object("workload.example.io/v1alpha1", "Workload", template).Object)},
	}

	replicas, requirements, err := peer.GetReplicas(deployment)
	request.Operation = configv1alpha1.InterpreterOperationInterpretReplica
	if err != nil {
		if interpreter.MustRegistry(app.Kinds()...).Interpret(&request).Successful {
			t.Fatalf("native refuses, the function does not: %v of\n%s", err, marshal(t, template))
		}
		return
	}
	response := ask(t, &request)
	if diff := cmp.Diff(string(marshal(t, requirements)), string(marshal(t, response.ReplicaRequirements))); diff != "" || replicas != *response.Replicas {
		t.Fatalf("requirements differ (-native +function):\n%s\nreplicas %d and %d of\n%s", diff, replicas, *response.Replicas, marshal(t, template))
	}

	dependencies, err := peer.GetDependencies(deployment)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(dependencies, func(a, b configv1alpha1.DependentObjectReference) int {
		return strings.Compare(a.Kind+"/"+a.Name, b.Kind+"/"+b.Name) // the native order is random
	})
	request.Operation = configv1alpha1.InterpreterOperationInterpretDependency
	if diff := cmp.Diff(dependencies, ask(t, &request).Dependencies); diff != "" {
		t.Fatalf("dependencies differ (-native +function):\n%s\nof\n%s", diff, marshal(t, template))
	}
}

func ask(t *testing.T, request *interpreter.Request) *configv1alpha1.ResourceInterpreterResponse {
	t.Helper()
	response := interpreter.MustRegistry(app.Kinds()...).Interpret(request)
	if !response.Successful {
		t.Fatalf("%s: %s", request.Operation, response.Status.Message)
	}
	return &response.ResourceInterpreterResponse
}

func object(apiVersion, kind string, template map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": apiVersion, "kind": kind,
		"metadata": map[string]any{"name": "nginx", "namespace": "default"},
		"spec":     map[string]any{"replicas": int64(3), "template": template},
	}}
}

func marshal(t *testing.T, value any) []byte {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
