// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhookconfig_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/webhookconfig"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
)

var kinds = interpreter.MustRegistry(workload.Kind())

func TestNew(t *testing.T) {
	config, err := webhookconfig.New(kinds, webhookconfig.Options{
		Name: "interpreter", URL: "https://interpreter.example.com/secret", CABundle: []byte("pem"), TimeoutSeconds: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := yaml.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	const want = `apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterWebhookConfiguration
metadata:
  name: interpreter
webhooks:
- clientConfig:
    caBundle: cGVt
    url: https://interpreter.example.com/secret
  interpreterContextVersions:
  - v1alpha1
  name: workload.workload.example.io
  rules:
  - apiGroups:
    - workload.example.io
    apiVersions:
    - v1alpha1
    kinds:
    - Workload
    operations:
    - InterpretReplica
    - ReviseReplica
    - Retain
    - AggregateStatus
    - InterpretStatus
    - InterpretHealth
    - InterpretDependency
  timeoutSeconds: 10
`
	if diff := gocmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestComponents(t *testing.T) {
	config, err := webhookconfig.New(kinds, webhookconfig.Options{Name: "n", URL: "https://h/s", TimeoutSeconds: 10, Components: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []interpreter.Operation{"InterpretReplica", "InterpretComponent", "Retain", "AggregateStatus", "InterpretStatus", "InterpretHealth", "InterpretDependency"}
	if diff := gocmp.Diff(want, config.Webhooks[0].Rules[0].Operations); diff != "" {
		t.Errorf("with components ReviseReplica would set every member to 0 replicas:\n%s", diff)
	}
}

// operations implements every operation and supports those it lists.
type operations []interpreter.Operation

func (o operations) Supports(operation interpreter.Operation) bool {
	return slices.Contains(o, operation)
}

func (operations) InterpretComponent(*interpreter.Request) ([]workv1alpha2.Component, error) {
	return nil, nil
}

func (operations) ReviseReplica(*interpreter.Request) ([]byte, error) { return nil, nil }

func (operations) InterpretHealth(*interpreter.Request) (bool, error) { return true, nil }

// several are kinds that differ in what of InterpretComponent and ReviseReplica they have.
func several() []interpreter.Kind {
	var kinds []interpreter.Kind
	for kind, supported := range map[string]operations{
		"Both": {"InterpretComponent", "ReviseReplica"}, "Component": {"InterpretComponent", "InterpretHealth"},
		"Neither": {"InterpretHealth"}, "Revise": {"ReviseReplica", "InterpretHealth"},
	} {
		kinds = append(kinds, interpreter.Kind{GroupVersionKind: metav1.GroupVersionKind{Group: "example.com", Version: "v1", Kind: kind}, Interpreter: supported})
	}
	slices.SortFunc(kinds, func(a, b interpreter.Kind) int { return cmp.Compare(a.Kind, b.Kind) })
	return kinds
}

// TestOperationsPerKind shows that only a kind that has both operations loses one of them.
func TestOperationsPerKind(t *testing.T) {
	registry := interpreter.MustRegistry(several()...)
	for components, want := range map[bool][]string{
		false: {"ReviseReplica", "InterpretComponent InterpretHealth", "InterpretHealth", "ReviseReplica InterpretHealth"},
		true:  {"InterpretComponent", "InterpretComponent InterpretHealth", "InterpretHealth", "ReviseReplica InterpretHealth"},
	} {
		config, err := webhookconfig.New(registry, webhookconfig.Options{Name: "n", URL: "https://h/s", TimeoutSeconds: 10, Components: components})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, webhook := range config.Webhooks {
			got = append(got, strings.Trim(fmt.Sprint(webhook.Rules[0].Operations), "[]"))
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("components %v, for %s (-want +got)\n%s", components, "Both, Component, Neither, Revise", diff)
		}
	}
}

func TestRefusedOptions(t *testing.T) {
	tests := map[string]struct {
		reason string
		change func(*webhookconfig.Options)
		want   string
	}{
		"no name":     {reason: "an API object needs one", change: func(o *webhookconfig.Options) { o.Name = "" }, want: "want a name"},
		"http":        {reason: "Karmada calls by TLS only", change: func(o *webhookconfig.Options) { o.URL = "http://h/path-secret" }, want: `want scheme https, got "http"`},
		"no host":     {reason: "nobody to call", change: func(o *webhookconfig.Options) { o.URL = "https:///path-secret" }, want: "want a host"},
		"user":        {reason: "Karmada refuses credentials", change: func(o *webhookconfig.Options) { o.URL = "https://u:p@h/path-secret" }, want: "want no user or password"},
		"query":       {reason: "Karmada adds its own", change: func(o *webhookconfig.Options) { o.URL = "https://h/path-secret?a" }, want: "want no query"},
		"empty query": {reason: "a question mark is a query", change: func(o *webhookconfig.Options) { o.URL = "https://h/path-secret?" }, want: "want no query"},
		"fragment":    {reason: "never sent", change: func(o *webhookconfig.Options) { o.URL = "https://h/path-secret#a" }, want: "want no fragment"},
		"no URL":      {reason: "not one at all", change: func(o *webhookconfig.Options) { o.URL = "https://h:x/path-secret" }, want: "something that is no URL"},
		"0 seconds":   {reason: "Karmada takes 1 to 30", change: func(o *webhookconfig.Options) { o.TimeoutSeconds = 0 }, want: "want 1 to 30, got 0"},
		"31 seconds":  {reason: "Karmada takes 1 to 30", change: func(o *webhookconfig.Options) { o.TimeoutSeconds = 31 }, want: "want 1 to 30, got 31"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			options := webhookconfig.Options{Name: "n", URL: "https://h/path-secret", TimeoutSeconds: 10}
			test.change(&options)
			_, err := webhookconfig.New(kinds, options)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("%s: got %v, want %s", test.reason, err, test.want)
			}
			if strings.Contains(err.Error(), "path-secret") {
				t.Errorf("the error shows the path: %v", err)
			}
		})
	}
}
