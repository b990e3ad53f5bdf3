// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package validate

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/knative/internal/manifests"
)

// TestReleasedManifests holds the file that a release brings to what deploy-knative applies, but for the label with the version.
func TestReleasedManifests(t *testing.T) {
	name, digest, _ := strings.Cut(image, "@")
	command := exec.CommandContext(t.Context(), filepath.Join(repository, "scripts", "release.sh"), "manifest", "v0.3.0", digest)
	command.Env = append(command.Environ(), "IMAGE="+name)
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	released, err := apply.Decode(output)
	if err != nil {
		t.Fatal(err)
	}
	accept(t, released)
	for _, object := range released {
		unstructured.RemoveNestedField(object.Object, "metadata", "labels", "app.kubernetes.io/version")
		unstructured.RemoveNestedField(object.Object, "spec", "template", "metadata", "labels", "app.kubernetes.io/version")
	}
	want, err := manifests.Build(repository, image)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, released); diff != "" {
		t.Errorf("the released file differs from the base (-base +released)\n%s", diff)
	}
}
