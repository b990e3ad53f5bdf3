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

// TestPathSecretNamesARevision holds down that other secrets give the Service another template, and so a new revision.
func TestPathSecretNamesARevision(t *testing.T) {
	objects, err := manifests.Build(repository, image, "path-secret")
	if err != nil {
		t.Fatal(err)
	}
	var secret string
	for _, object := range objects {
		if object.GetKind() == "Secret" {
			secret = object.GetName()
		}
	}
	if !strings.HasPrefix(secret, "interpreter-path-secrets-") {
		t.Fatalf("want a Secret whose name carries a hash, got %q", secret)
	}
	named := slices.ContainsFunc(objects, func(object *unstructured.Unstructured) bool {
		text, _ := object.MarshalJSON()
		return object.GetKind() == "Service" && strings.Contains(string(text), `"name":"`+secret+`"`)
	})
	if !named {
		t.Errorf("want the Service to name %s, it does not", secret)
	}
}
