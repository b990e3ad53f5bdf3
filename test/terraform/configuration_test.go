// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/cli/webhookconfig"
	"workload.example.io/interpreter/internal/interpreter"
)

const (
	host   = "https://workload-interpreter-abc123-ew.a.run.app"
	secret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
)

// TestConfiguration holds the YAML of Terraform against the configuration that comes from the kinds and their operations.
func TestConfiguration(t *testing.T) {
	w := newWorkspace(t)
	const module = "modules/endpoint"
	w.init(t, module)
	variables := strings.Join([]string{
		`project_id = "my-project"`, `region = "europe-west1"`, `name = "workload-interpreter"`, `labels = {}`,
		`service_name = "workload-interpreter"`, `service_url = "` + host + `"`, `path_secret = "` + secret + `"`,
		`webhook_timeout_seconds = 10`, `custom_domain = null`, `log_metric = false`, `notification_channels = []`,
		`alert_failures_per_minute = 1`, `karmada_context = "karmada-apiserver"`,
	}, "\n")
	if err := os.WriteFile(filepath.Join(w.module(module), "terraform.tfvars"), []byte(variables), 0o600); err != nil {
		t.Fatal(err)
	}
	w.mustRun(t, module, "apply", "-auto-approve", "-input=false", "-no-color")
	document := w.mustRun(t, module, "output", "-raw", "webhook_configuration")

	var got configv1alpha1.ResourceInterpreterWebhookConfiguration
	if err := yaml.UnmarshalStrict([]byte(document), &got); err != nil {
		t.Fatal(err)
	}
	want, err := webhookconfig.New(interpreter.MustRegistry(app.Kinds()...), webhookconfig.Options{
		Name: "workload-interpreter", URL: host + "/" + secret, TimeoutSeconds: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*want, got); diff != "" {
		t.Errorf("terraform/modules/endpoint/webhook.yaml.tftpl differs from the generator (-generator +Terraform):\n%s", diff)
	}
}

// TestRegionMissing leaves the region out, which Terraform itself must refuse.
func TestRegionMissing(t *testing.T) {
	w := newWorkspace(t)
	const module = "examples/cloud-function"
	w.init(t, module)
	path := filepath.Join(w.module(module), "main.tf")
	write(t, path, strings.Replace(read(t, path), "  region     = var.region\n", "", 1))
	out, err := w.run(module, "validate", "-no-color")
	if err == nil || !strings.Contains(out, `The argument "region" is required`) {
		t.Errorf("want the missing region refused, got error %v and\n%s", err, out)
	}
}

// TestDeletionProtection destroys a protected function, which must be refused before anything is gone.
func TestDeletionProtection(t *testing.T) {
	w := newWorkspace(t)
	const module = "cloud-function"
	file := filepath.Join(w.module(module), "tests", "protected.tftest.hcl")
	test := `
mock_provider "google" { source = "./tests/mocks" }
mock_provider "random" { source = "./tests/mocks" }
mock_provider "archive" {}
run "protected" {
  variables { deletion_protection = true }
}
`
	if err := os.WriteFile(file, []byte(test), 0o600); err != nil {
		t.Fatal(err)
	}
	w.init(t, module)
	out, err := w.run(module, "test", "-no-color", "-filter=tests/protected.tftest.hcl")
	const refusal = "the function is protected: set deletion_protection = false and apply first"
	out = strings.Join(strings.Fields(out), " ") // undo the wrapping of lines
	if err == nil || !strings.Contains(out, refusal) || !strings.Contains(out, "google_cloudfunctions2_function.this") {
		t.Errorf("want the destruction refused with %q and the function left, got error %v and %s", refusal, err, out)
	}
}
