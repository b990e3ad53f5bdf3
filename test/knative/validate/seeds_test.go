// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package validate

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/knative/internal/manifests"
)

// everything is every object that the repository ships, built with all overlays.
func everything(t *testing.T) []*unstructured.Unstructured {
	t.Helper()
	overlays, err := manifests.Overlays(repository)
	if err != nil {
		t.Fatal(err)
	}
	objects, err := manifests.Build(repository, image, overlays...)
	if err != nil {
		t.Fatal(err)
	}
	return append(objects, karmadaObjects(t)...)
}

// TestUnknownFieldIsCaught puts a misspelled field into every object, on the top level and inside its spec.
func TestUnknownFieldIsCaught(t *testing.T) {
	for _, object := range everything(t) {
		places := [][]string{{"speck"}}
		if _, ok := object.Object["spec"]; ok && object.GetKind() != "Workload" { // a Workload keeps unknown fields on purpose
			places = append(places, []string{"spec", "speck"})
		}
		for _, place := range places {
			t.Run(fmt.Sprintf("%s %s %s", object.GetKind(), object.GetName(), strings.Join(place, ".")), func(t *testing.T) {
				broken := object.DeepCopy()
				if err := unstructured.SetNestedField(broken.Object, "x", place...); err != nil {
					t.Fatal(err)
				}
				if err := verdict(t.Context(), broken); err == nil {
					t.Error("want a refusal, got none")
				}
			})
		}
	}
}

// seed is one wrong value in one manifest.
type seed struct {
	kind, name string
	value      any
	path       []string // a number is an index
	reason     string
}

var container = []string{"spec", "template", "spec", "containers", "0"}

func in(parent []string, more ...string) []string {
	return append(append([]string{}, parent...), more...)
}

var seeds = map[string]seed{
	"namespace level": {"Namespace", "workload-interpreter", "strict", []string{"metadata", "labels", "pod-security.kubernetes.io/enforce"},
		"there is no such level"},
	"scale": {"Service", "interpreter", "few", []string{"spec", "template", "metadata", "annotations", "autoscaling.knative.dev/min-scale"},
		"a number is wanted"},
	"max below min": {"Service", "interpreter", "1", []string{"spec", "template", "metadata", "annotations", "autoscaling.knative.dev/max-scale"},
		"with the overlay warm two run at least"},
	"scale-down delay": {"Service", "interpreter", "half a minute", []string{"spec", "template", "metadata", "annotations", "autoscaling.knative.dev/scale-down-delay"},
		"a duration is wanted"},
	"concurrency": {"Service", "interpreter", int64(-1), []string{"spec", "template", "spec", "containerConcurrency"},
		"below zero"},
	"timeout": {"Service", "interpreter", int64(601), []string{"spec", "template", "spec", "timeoutSeconds"},
		"above Knative's limit"},
	"probe without a port": {"Service", "interpreter", map[string]any{"path": "/readyz"}, in(container, "readinessProbe", "httpGet"),
		"such a Service never becomes ready"},
	"quantity": {"Service", "interpreter", "32Megs", in(container, "resources", "requests", "memory"), "there is no such unit"},
	"capability": {"Service", "interpreter", []any{"NET_ADMIN"}, in(container, "securityContext", "capabilities", "add"),
		"Knative lets only NET_BIND_SERVICE be added"},
	"port name": {"Service", "interpreter", "https", in(container, "ports", "0", "name"), "only http1 and h2c exist"},
	"volume": {"Service", "interpreter", []any{map[string]any{"name": "x", "hostPath": map[string]any{"path": "/"}}},
		[]string{"spec", "template", "spec", "volumes"}, "hostPath is off in Knative"},
	"disruption budget": {"PodDisruptionBudget", "interpreter", "most", []string{"spec", "maxUnavailable"}, "a number or percentage is wanted"},
	"mapping target":    {"DomainMapping", "interpreter.example.com", "", []string{"spec", "ref", "name"}, "a name is wanted"},
	"mapping name":      {"DomainMapping", "interpreter.example.com", "nodots", []string{"metadata", "name"}, "no fully qualified name"},
	"certificate":       {"Certificate", "interpreter", "DSA", []string{"spec", "privateKey", "algorithm"}, "no such algorithm"},
	"issuer":            {"ClusterIssuer", "interpreter", int64(53), []string{"spec", "acme", "solvers", "0", "dns01", "rfc2136", "nameserver"}, "a string is wanted"},
	"address pool":      {"IPAddressPool", "interpreter", "192.0.2.240", []string{"spec", "addresses"}, "a list is wanted"},
	"advertisement":     {"L2Advertisement", "interpreter", "interpreter", []string{"spec", "ipAddressPools"}, "a list is wanted"},
	"network policy":    {"NetworkPolicy", "interpreter", "HTTP", []string{"spec", "ingress", "0", "ports", "0", "protocol"}, "no transport"},
	"domain claim":      {"ClusterDomainClaim", "interpreter.example.com", int64(1), []string{"spec", "namespace"}, "a string is wanted"},
	"pod monitor":       {"PodMonitor", "interpreter", "$1", []string{"spec", "podMetricsEndpoints", "0", "relabelings"}, "a list is wanted"},
	"alert rules":       {"PrometheusRule", "workload-interpreter", "soon", []string{"spec", "groups", "0", "interval"}, "a duration is wanted"},
	"kinds":             {"ConfigMap", "interpreter-kinds-*", int64(1), []string{"data", "kinds.yaml"}, "a string is wanted"},
	"dashboard":         {"ConfigMap", "workload-interpreter-dashboard", int64(1), []string{"data", "dashboard.json"}, "a string is wanted"},
	"configuration": {"ResourceInterpreterWebhookConfiguration", "workload", []any{int64(1)}, []string{"webhooks", "0", "rules", "0", "operations"},
		"operations are strings"},
	"crd": {"CustomResourceDefinition", "workloads.workload.example.io", "Workloads", []string{"spec", "names", "plural"},
		"must be lower case and match the name"},
	"crd propagation": {"ClusterPropagationPolicy", "workload-crd", "all", []string{"spec", "placement", "clusterAffinity"}, "an object is wanted"},
	"weights 2:1": {"PropagationPolicy", "nginx-workload-propagation", int64(0),
		[]string{"spec", "placement", "replicaScheduling", "weightPreference", "staticWeightList", "0", "weight"}, "a weight is at least 1"},
	"division": {"PropagationPolicy", "nginx-propagation", "Divide", []string{"spec", "placement", "replicaScheduling", "replicaSchedulingType"},
		"the type is Divided or Duplicated"},
	"replicas": {"Workload", "nginx", int64(-1), []string{"spec", "replicas"}, "below zero"},
	"paused":   {"Workload", "nginx", "no", []string{"spec", "paused"}, "a boolean is wanted"},
}

func TestSeededMistakesAreCaught(t *testing.T) {
	objects := everything(t)
	for name, s := range seeds {
		t.Run(name, func(t *testing.T) {
			broken := find(t, objects, s.kind, s.name)
			if err := set(broken.Object, s.value, s.path); err != nil {
				t.Fatal(err)
			}
			err := verdict(t.Context(), broken)
			if err == nil {
				t.Fatalf("want a refusal, got none; reason: %s", s.reason)
			}
			t.Log(err)
		})
	}
}

// TestEveryKindHasASeed makes sure that a new manifest brings its own mistake.
func TestEveryKindHasASeed(t *testing.T) {
	seeded := map[string]bool{"Secret": true} // has no field that could be wrong
	for _, s := range seeds {
		seeded[s.kind] = true
	}
	for _, object := range everything(t) {
		if !seeded[object.GetKind()] {
			t.Errorf("want a seeded mistake for %s, got none", object.GetKind())
		}
	}
}

func find(t *testing.T, objects []*unstructured.Unstructured, kind, name string) *unstructured.Unstructured {
	t.Helper()
	for _, object := range objects {
		if matched, _ := path.Match(name, object.GetName()); object.GetKind() == kind && matched {
			return object.DeepCopy()
		}
	}
	t.Fatalf("want %s %s among the manifests, got none", kind, name)
	return nil
}

// set puts value at path; a step into a list is an index.
func set(node any, value any, names []string) error {
	switch parent := node.(type) {
	case map[string]any:
		if len(names) == 1 {
			parent[names[0]] = value
			return nil
		}
		if parent[names[0]] == nil {
			parent[names[0]] = map[string]any{}
		}
		return set(parent[names[0]], value, names[1:])
	case []any:
		var index int
		if _, err := fmt.Sscan(names[0], &index); err != nil || index >= len(parent) || len(names) == 1 {
			return fmt.Errorf("cannot go to %v: want an index below %d", names, len(parent))
		}
		return set(parent[index], value, names[1:])
	}
	return fmt.Errorf("cannot go to %v", names)
}
