// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhookconfig_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/webhookconfig"
	"workload.example.io/interpreter/internal/interpreter"
)

// TestYAML shows that comments change nothing, that every field of a webhook but names is explained, and that lines fit.
func TestYAML(t *testing.T) {
	for name, options := range map[string]webhookconfig.Options{
		"public":     {Name: "a", URL: "https://interpreter.example.com/path", TimeoutSeconds: 10},
		"caBundle":   {Name: "a", URL: "https://interpreter.example.com/path", TimeoutSeconds: 3, CABundle: []byte("PEM")},
		"components": {Name: "a", URL: "https://interpreter.example.com/path", TimeoutSeconds: 10, Components: true},
	} {
		registry := interpreter.MustRegistry(append(kinds.Kinds(), several()...)...)
		t.Run(name, func(t *testing.T) {
			config, err := webhookconfig.New(registry, options)
			if err != nil {
				t.Fatal(err)
			}
			text, err := webhookconfig.YAML(registry, config)
			if err != nil {
				t.Fatal(err)
			}
			var got configv1alpha1.ResourceInterpreterWebhookConfiguration
			if err := yaml.UnmarshalStrict(text, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(config, &got); diff != "" {
				t.Errorf("comments change the configuration (-made +read)\n%s", diff)
			}
			seen := map[string]bool{}
			lines := strings.Split(string(text), "\n")
			for i, line := range lines {
				field, _, found := strings.Cut(strings.TrimLeft(line, " -"), ":")
				explained := i > 0 && strings.HasPrefix(strings.TrimSpace(lines[i-1]), "#")
				switch field {
				case "url", "caBundle", "timeoutSeconds", "interpreterContextVersions":
					if found && !explained && !seen[field] {
						t.Errorf("%s is not explained where it first stands", field)
					}
				case "operations":
					if !explained {
						t.Error("operations are not explained at a webhook")
					}
				}
				seen[field] = true
				if len(line) > 120 {
					t.Errorf("line %d has %d characters", i+1, len(line))
				}
			}
		})
	}
}
