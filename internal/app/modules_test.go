// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package app_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"knative.dev/pkg/depcheck"
)

// allowed are the modules that every program links which starts cold. Each costs size and start time, so a further one is
// a decision.
var allowed = []string{
	"cel.dev/cel-go",                            // expressions of descriptions
	"cel.dev/expr",                              // by cel-go
	"github.com/antlr4-go/antlr/v4",             // by cel-go, its parser
	"github.com/fxamacker/cbor/v2",              // by apimachinery
	"github.com/go-json-experiment/json",        // decoding
	"github.com/go-logr/logr",                   // by klog
	"github.com/google/uuid",                    // by cloudevents
	"github.com/json-iterator/go",               // by cloudevents
	"github.com/karmada-io/karmada",             // the API types
	"github.com/modern-go/concurrent",           // by json-iterator
	"github.com/modern-go/reflect2",             // by json-iterator
	"github.com/x448/float16",                   // by cbor
	"go.yaml.in/yaml/v2",                        // by apimachinery
	"go.yaml.in/yaml/v3",                        // descriptions, with lines and columns
	"golang.org/x/exp",                          // by antlr
	"golang.org/x/net",                          // by apimachinery
	"golang.org/x/text",                         // by x/net
	"google.golang.org/genproto/googleapis/api", // by cel-go
	"google.golang.org/genproto/googleapis/rpc", // by cel-go
	"google.golang.org/protobuf",                // by cel-go
	"gopkg.in/inf.v0",                           // by resource.Quantity
	"k8s.io/api",                                // the pod template
	"k8s.io/apiextensions-apiserver",            // by Karmada's API types
	"k8s.io/apimachinery",                       // metav1, quantities
	"k8s.io/klog/v2",                            // by apimachinery
	"k8s.io/kube-openapi",                       // by apimachinery
	"k8s.io/utils",                              // by apimachinery
	"sigs.k8s.io/controller-runtime",            // its scheme package, by Karmada's API types
	"sigs.k8s.io/json",                          // by apimachinery
	"sigs.k8s.io/randfill",                      // by apimachinery
	"sigs.k8s.io/structured-merge-diff/v6",      // by apimachinery
	"workload.example.io/interpreter",           // this module
}

// programs are those that start cold, with the modules that they link beyond the allowed ones.
var programs = map[string][]string{
	module + "/function": {
		"github.com/GoogleCloudPlatform/functions-framework-go", // registration
		"github.com/cloudevents/sdk-go/v2",                      // by functions-framework-go, for the types of its registry
		"go.uber.org/multierr",                                  // by zap
		"go.uber.org/zap",                                       // by cloudevents
	},
	module + "/knative": {
		"github.com/cespare/xxhash/v2",        // metrics
		"github.com/go-logr/stdr",             // by otel
		"go.opentelemetry.io/auto/sdk",        // metrics
		"go.opentelemetry.io/otel",            // metrics
		"go.opentelemetry.io/otel/log",        // metrics
		"go.opentelemetry.io/otel/metric",     // metrics
		"go.opentelemetry.io/otel/sdk",        // metrics
		"go.opentelemetry.io/otel/sdk/metric", // metrics
		"go.opentelemetry.io/otel/trace",      // metrics
		"golang.org/x/sys",                    // by otel/sdk
		"knative.dev/pkg",                     // signals
	},
}

const module = "workload.example.io/interpreter"

// TestLinkedModules names the way by which a module came in that is not allowed.
func TestLinkedModules(t *testing.T) {
	for program, more := range programs {
		output, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}} {{.ImportPath}}", program).Output()
		if err != nil {
			t.Fatal(err)
		}
		want, linked := slices.Concat(allowed, more), map[string]bool{}
		var intruders []string
		for line := range strings.Lines(string(output)) {
			path, pkg, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			linked[path] = true
			if path != "" && !slices.Contains(want, path) {
				intruders = append(intruders, pkg)
			}
		}
		if len(intruders) > 0 {
			t.Errorf("%s links what it may not: %v", program, depcheck.CheckNoDependency(program, intruders))
		}
		for _, path := range want {
			if !linked[path] {
				t.Errorf("%s does not link %s any more: take it off the list", program, path)
			}
		}
	}
}

// TestNotLinked holds what must never cost a cold start, whatever else changes.
func TestNotLinked(t *testing.T) {
	cold := []string{"testing", "net/http/httptest", "github.com/spf13/cobra", "github.com/evanphx/json-patch/v5", "k8s.io/client-go/rest"}
	depcheck.AssertNoDependency(t, map[string][]string{
		module + "/knative":  append(cold, "github.com/GoogleCloudPlatform/functions-framework-go/functions"),
		module + "/function": append(cold, "knative.dev/pkg/signals", "go.opentelemetry.io/otel/sdk/metric"),
	})
}
