// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// linked are the modules whose packages the function links. Each costs size and start time, so a further one is a decision.
var linked = []string{
	"github.com/GoogleCloudPlatform/functions-framework-go",
	"github.com/cloudevents/sdk-go/v2",     // by functions-framework-go, for the types of its registry
	"github.com/fxamacker/cbor/v2",         // by apimachinery
	"github.com/go-json-experiment/json",   // decoding
	"github.com/go-logr/logr",              // by klog
	"github.com/google/uuid",               // by cloudevents
	"github.com/json-iterator/go",          // by cloudevents
	"github.com/karmada-io/karmada",        // the API types
	"github.com/modern-go/concurrent",      // by json-iterator
	"github.com/modern-go/reflect2",        // by json-iterator
	"github.com/x448/float16",              // by cbor
	"go.uber.org/multierr",                 // by zap
	"go.uber.org/zap",                      // by cloudevents
	"go.yaml.in/yaml/v2",                   // by apimachinery
	"golang.org/x/net",                     // by apimachinery
	"golang.org/x/text",                    // by x/net
	"gopkg.in/inf.v0",                      // by resource.Quantity
	"k8s.io/api",                           // the pod template
	"k8s.io/apiextensions-apiserver",       // by Karmada's API types
	"k8s.io/apimachinery",                  // metav1, quantities
	"k8s.io/klog/v2",                       // by apimachinery
	"k8s.io/kube-openapi",                  // by apimachinery
	"k8s.io/utils",                         // by apimachinery
	"sigs.k8s.io/controller-runtime",       // its scheme package, by Karmada's API types
	"sigs.k8s.io/json",                     // by apimachinery
	"sigs.k8s.io/randfill",                 // by apimachinery
	"sigs.k8s.io/structured-merge-diff/v6", // by apimachinery
	"workload.example.io/interpreter",
}

func TestLinkedModules(t *testing.T) {
	output, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(string(output))
	slices.Sort(got)
	if diff := cmp.Diff(linked, slices.Compact(got)); diff != "" {
		t.Errorf("the function links other modules than it may (-allowed +linked):\n%s", diff)
	}
}
