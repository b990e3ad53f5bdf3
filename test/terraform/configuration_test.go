// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/cli/webhookconfig"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
)

const (
	host   = "https://workload-interpreter-abc123-ew.a.run.app"
	secret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
)

// gizmos are kinds that are described: of a group and of the core group, one with both operations that must not be two, and one
// that takes the place of a kind written in Go.
const gizmos = `apiVersion: interpreter.workload.example.io/v1alpha1
kind: KindDescription
spec:
  target: {apiVersion: example.io/v1, kind: Gizmo}
  replicaResource: {path: spec.replicas, default: 1}
  componentResource: {components: [{name: main, path: spec.replicas, default: 1}]}
  replicaRevision: {paths: [spec.replicas]}
  retention: {paths: [spec.paused]}
  statusReflection: {fields: [ready]}
  statusAggregation: {sum: [ready]}
  healthInterpretation: {expression: "true"}
  dependencyInterpretation: {podTemplates: [spec.template]}
---
apiVersion: interpreter.workload.example.io/v1alpha1
kind: KindDescription
spec:
  target: {apiVersion: v1, kind: PodTemplate}
  componentResource: {components: [{name: main, path: spec.replicas, default: 1}]}
---
apiVersion: interpreter.workload.example.io/v1alpha1
kind: KindDescription
spec:
  target: {apiVersion: workload.example.io/v1alpha1, kind: Workload}
  replicaResource: {path: spec.replicas, default: 1}
`

// TestConfiguration holds the YAML of Terraform against the configuration that interpret config makes, of the kinds in Go alone
// and with described ones.
func TestConfiguration(t *testing.T) {
	w := newWorkspace(t)
	w.init(t, "modules/endpoint")
	for name, text := range map[string]string{"kinds in Go": "", "described kinds": gizmos} {
		t.Run(name, func(t *testing.T) {
			kinds := app.Kinds()
			var documents []any
			if text != "" {
				set, err := described.Load(described.Source{Name: "gizmos", Data: []byte(text)})
				if err != nil {
					t.Fatal(err)
				}
				kinds = described.Replace(kinds, set.Kinds(), func(interpreter.Kind) {})
				for document := range strings.SplitSeq(text, "---\n") {
					var kind any
					if err := yaml.Unmarshal([]byte(document), &kind); err != nil {
						t.Fatal(err)
					}
					documents = append(documents, kind)
				}
			}
			want, err := webhookconfig.New(interpreter.MustRegistry(kinds...), webhookconfig.Options{
				Name: "workload-interpreter", URL: host + "/" + secret, TimeoutSeconds: 10,
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(*want, w.configuration(t, documents)); diff != "" {
				t.Errorf("terraform/modules/endpoint/webhook.tf makes another configuration than the generator (-generator +Terraform):\n%s", diff)
			}
		})
	}
}

// configuration is what the module tells Karmada, with the given descriptions.
func (w *workspace) configuration(t *testing.T, kinds []any) configv1alpha1.ResourceInterpreterWebhookConfiguration {
	t.Helper()
	const module = "modules/endpoint"
	text, err := json.Marshal(map[string]any{
		"project_id": "my-project", "region": "europe-west1", "name": "workload-interpreter", "labels": map[string]string{},
		"service_id":   "projects/my-project/locations/europe-west1/services/workload-interpreter",
		"service_name": "workload-interpreter", "service_url": host, "path_secret": secret, "webhook_timeout_seconds": 10,
		"kinds": append([]any{}, kinds...), "custom_domain": nil, "create_domain_mapping": true, "log_metric": false,
		"keep_stranger_logs": true, "notification_channels": []string{}, "alert_failures_per_minute": 1,
		"propagation_wait": "0s", "deletion_protection": false, "karmada_context": "karmada-apiserver",
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(w.module(module), "terraform.tfvars.json"), string(text))
	w.mustRun(t, module, "apply", "-auto-approve", "-input=false", "-no-color")
	var got configv1alpha1.ResourceInterpreterWebhookConfiguration
	if err := yaml.UnmarshalStrict([]byte(w.mustRun(t, module, "output", "-raw", "webhook_configuration")), &got); err != nil {
		t.Fatal(err)
	}
	return got
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

// TestDeletionProtection destroys protected endpoints, which must be refused before anything is gone: the platform's own
// protection keeps the service and lets its grants, host name and alerts go.
func TestDeletionProtection(t *testing.T) {
	w := newWorkspace(t)
	for _, module := range []string{"cloud-run", "cloud-function"} {
		t.Run(module, func(t *testing.T) {
			w.init(t, module)
			lost, err := w.lost(t, module)
			if err != nil {
				t.Fatal(err)
			}
			for _, address := range lost {
				t.Errorf("%s is gone although the endpoint is protected", address)
			}
		})
	}
}

// everything asks a module for all that it can make.
var everything = map[string]string{
	"deletion_protection": "true", "custom_domain": `"interpreter.example.com"`, "keep_stranger_logs": "false",
	"notification_channels": `["projects/my-project/notificationChannels/1"]`,
}

var leftInState = regexp.MustCompile(`(?m)^  - (\S.*)$`)

// lost makes everything, destroys it under protection, and returns what is gone.
func (w *workspace) lost(t *testing.T, module string) ([]string, error) {
	t.Helper()
	test := `
mock_provider "google" { source = "./tests/mocks" }
mock_provider "random" { source = "./tests/mocks" }
mock_provider "time" {}
run "protected" {
  variables {
`
	variables := map[string]string{"project_id": "my-project", "region": "europe-west1"}
	if module == "cloud-run" {
		variables["image"] = "registry.example.com/interpreter@sha256:" + strings.Repeat("0", 64)
	}
	for name, value := range everything {
		test += "    " + name + " = " + value + "\n"
		variables[name] = strings.Trim(value, `"`)
	}
	file := filepath.Join(w.module(module), "tests", "protected.tftest.hcl")
	write(t, file, test+"  }\n}\n")
	defer os.Remove(file)
	made, err := w.tryPlan(module, variables)
	if err != nil {
		return nil, err
	}
	out, err := w.run(module, "test", "-no-color", "-filter=tests/protected.tftest.hcl")
	const refusal = "the endpoint is protected: set deletion_protection = false and apply first"
	if err == nil || !strings.Contains(strings.Join(strings.Fields(out), " "), refusal) { // without the wrapping of lines
		return nil, fmt.Errorf("want the destruction refused with %q, got error %v and %s", refusal, err, out)
	}
	var left []string
	for _, m := range leftInState.FindAllStringSubmatch(out, -1) {
		left = append(left, m[1])
	}
	var lost []string
	for _, r := range made {
		if !slices.Contains(left, r.Address) {
			lost = append(lost, r.Address)
		}
	}
	return lost, nil
}
