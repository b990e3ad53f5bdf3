// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package validate

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	servingv1 "knative.dev/serving/pkg/apis/serving/v1"

	"workload.example.io/interpreter/test/knative/internal/manifests"
)

// image is what ko makes of the base's image.
const image = "registry.example.com/interpreter@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// verdict is what the API server and Knative's code say about an object, warnings included.
func verdict(ctx context.Context, object *unstructured.Unstructured) error {
	var errs []error
	// A definition that was just made takes a moment to be served.
	deadline := time.Now().Add(30 * time.Second)
	for {
		warnings, err := server.DryRun(ctx, object)
		if meta.IsNoMatchError(err) && time.Now().Before(deadline) {
			continue
		}
		for _, warning := range warnings {
			errs = append(errs, errors.New("warning: "+warning))
		}
		errs = append(errs, err)
		break
	}
	return errors.Join(append(errs, Knative(ctx, object))...)
}

func accept(t *testing.T, objects []*unstructured.Unstructured) {
	t.Helper()
	for _, object := range objects {
		if err := verdict(t.Context(), object); err != nil {
			t.Errorf("%s %s: %v", object.GetKind(), object.GetName(), err)
		}
	}
}

func TestBaseAndOverlays(t *testing.T) {
	overlays, err := manifests.Overlays(repository)
	if err != nil || len(overlays) == 0 {
		t.Fatalf("Overlays: got %v, %v", overlays, err)
	}
	cases := map[string][]string{"base": nil, "all overlays": overlays}
	for _, overlay := range overlays {
		cases[overlay] = []string{overlay}
	}
	for name, with := range cases {
		t.Run(name, func(t *testing.T) {
			objects, err := manifests.Build(repository, image, with...)
			if err != nil {
				t.Fatal(err)
			}
			accept(t, objects)
		})
	}
}

func TestKarmada(t *testing.T) {
	accept(t, karmadaObjects(t))
}

func karmadaObjects(t *testing.T) []*unstructured.Unstructured {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(repository, "knative", "karmada", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("Glob: got %v, %v", files, err)
	}
	var all []*unstructured.Unstructured
	for _, file := range files {
		objects, err := manifests.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, objects...)
	}
	return all
}

// TestContentsNameARevision holds down that other secrets and descriptions give the Service another template, and so a new
// revision.
func TestContentsNameARevision(t *testing.T) {
	for overlay, want := range map[string]struct{ kind, prefix string }{
		"path-secret": {"Secret", "interpreter-path-secrets-"}, "kinds": {"ConfigMap", "interpreter-kinds-"},
	} {
		objects, err := manifests.Build(repository, image, overlay)
		if err != nil {
			t.Fatal(err)
		}
		var found string
		for _, object := range objects {
			if object.GetKind() == want.kind {
				found = object.GetName()
			}
		}
		if !strings.HasPrefix(found, want.prefix) {
			t.Fatalf("%s: want a %s whose name carries a hash, got %q", overlay, want.kind, found)
		}
		named := slices.ContainsFunc(objects, func(object *unstructured.Unstructured) bool {
			text, _ := object.MarshalJSON()
			return object.GetKind() == "Service" && strings.Contains(string(text), `"name":"`+found+`"`)
		})
		if !named {
			t.Errorf("%s: want the Service to name %s, it does not", overlay, found)
		}
	}
}

// TestMetricsTarget holds down that the PodMonitor starts from the one port that Knative declares, and leads to the port of the
// metrics: Prometheus knows no other target of a Knative pod.
func TestMetricsTarget(t *testing.T) {
	objects, err := manifests.Build(repository, image, "monitoring")
	if err != nil {
		t.Fatal(err)
	}
	monitor, service := find(t, objects, "PodMonitor", "interpreter"), find(t, objects, "Service", "interpreter")
	endpoints, _, _ := unstructured.NestedSlice(monitor.Object, "spec", "podMetricsEndpoints")
	endpoint := endpoints[0].(map[string]any)
	if endpoint["port"] != servingv1.UserPortName || endpoint["portNumber"] != nil {
		t.Errorf("want the target's port %q, got %v and number %v", servingv1.UserPortName, endpoint["port"], endpoint["portNumber"])
	}
	relabelings, _, _ := unstructured.NestedSlice(endpoint, "relabelings")
	address := relabelings[0].(map[string]any)["replacement"].(string)
	text, err := service.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"name":"METRICS_PORT","value":"` + strings.TrimPrefix(address, "$1:") + `"}`; !strings.Contains(string(text), want) {
		t.Errorf("want the Service to serve the metrics where %s leads, it does not: %s", address, text)
	}
}
