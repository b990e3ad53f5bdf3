// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package printer_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/interpreter"
)

func answer(t *testing.T, style printer.Style, operation interpreter.Operation, response configv1alpha1.ResourceInterpreterResponse) string {
	t.Helper()
	request := &interpreter.Request{Operation: operation, Object: runtime.RawExtension{Raw: []byte(`{"kind":"A","spec":{"replicas":3,"big":12345678901234567890}}`)}}
	text, err := style.Answer(request, &client.Response{ResourceInterpreterResponse: &response, Warnings: []string{"look here"}})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestAnswer(t *testing.T) {
	affinity := &corev1.NodeSelector{}
	tests := map[string]struct {
		reason    string
		operation interpreter.Operation
		response  configv1alpha1.ResourceInterpreterResponse
		want      string
	}{
		"refused": {operation: "Retain", response: configv1alpha1.ResourceInterpreterResponse{Status: &configv1alpha1.RequestStatus{Code: 400, Message: "no"}},
			want: "refused with code 400: no\n"},
		"no dependencies": {operation: "InterpretDependency", response: configv1alpha1.ResourceInterpreterResponse{Successful: true}, want: "no dependencies\n"},
		"selected dependencies": {operation: "InterpretDependency", response: configv1alpha1.ResourceInterpreterResponse{Successful: true,
			Dependencies: []configv1alpha1.DependentObjectReference{
				{APIVersion: "v1", Kind: "Secret", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "nginx"}}},
				{APIVersion: "v1", Kind: "ConfigMap", Namespace: "shop", Name: "settings"}}},
			want: "APIVERSION   KIND        NAMESPACE   NAME\n" +
				"v1           Secret                  selected by app=nginx\n" +
				"v1           ConfigMap   shop        settings\n"},
		"components": {operation: "InterpretComponent", response: configv1alpha1.ResourceInterpreterResponse{Successful: true, Components: []workv1alpha2.Component{
			{Name: "main", Replicas: 2, ReplicaRequirements: &workv1alpha2.ComponentReplicaRequirements{
				ResourceRequest: corev1.ResourceList{"memory": resource.MustParse("1Gi"), "cpu": resource.MustParse("0.5")},
				NodeClaim: &workv1alpha2.NodeClaim{HardNodeAffinity: affinity, NodeSelector: map[string]string{"disk": "ssd"},
					Tolerations: []corev1.Toleration{{}, {}}},
				PriorityClassName: "high"}},
			{Name: "side", Replicas: 1}}},
			want: "COMPONENT   REPLICAS   EACH REQUIRES\n" +
				"main        2          cpu=500m, memory=1Gi, node disk=ssd, node affinity, 2 tolerations, priority class high\n" +
				"side        1          nothing\n"},
		"no patch": {operation: "Retain", response: configv1alpha1.ResourceInterpreterResponse{Successful: true}, want: "no change\n"},
		"patch without effect": {operation: "Retain", response: configv1alpha1.ResourceInterpreterResponse{Successful: true,
			Patch: []byte(`[{"op":"add","path":"/spec/replicas","value":3}]`)}, want: "no change, although there is a patch\n"},
		"patch": {reason: "numbers keep their form", operation: "Retain", response: configv1alpha1.ResourceInterpreterResponse{Successful: true,
			Patch: []byte(`[{"op":"add","path":"/spec/replicas","value":2}]`)},
			want: "--- before\n+++ after\n@@ -1,4 +1,4 @@\n kind: A\n spec:\n   big: 12345678901234567890\n-  replicas: 3\n+  replicas: 2\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want+"warning: look here\n", answer(t, printer.Style{}, test.operation, test.response)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, diff)
			}
		})
	}
}

func TestColors(t *testing.T) {
	response := configv1alpha1.ResourceInterpreterResponse{Successful: true, Patch: []byte(`[{"op":"add","path":"/spec/replicas","value":2}]`)}
	got := answer(t, printer.Colored(), "Retain", response)
	for _, want := range []string{"\x1b[31m-  replicas: 3\x1b[0m\n", "\x1b[32m+  replicas: 2\x1b[0m\n", "\x1b[1m--- before\x1b[0m\n",
		"\n spec:\n", "\x1b[33mwarning: \x1b[0mlook here\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in %q", want, got)
		}
	}
	if printer.For(&bytes.Buffer{}) != (printer.Style{}) {
		t.Error("want no colors where there is no terminal")
	}
}

func TestUnusablePatch(t *testing.T) {
	for reason, patch := range map[string]string{
		"cannot read the patch: want a JSON Patch of RFC 6902": `{}`,
		"cannot apply the patch: ":                             `[{"op":"remove","path":"/none"}]`,
		"cannot use what the patch leaves: want an object":     `[{"op":"add","path":"","value":[]}]`,
	} {
		request := &interpreter.Request{Operation: "Retain", Object: runtime.RawExtension{Raw: []byte(`{}`)}}
		_, err := printer.Style{}.Answer(request, &client.Response{ResourceInterpreterResponse: &configv1alpha1.ResourceInterpreterResponse{Successful: true, Patch: []byte(patch)}})
		if err == nil || !strings.HasPrefix(err.Error(), reason) {
			t.Errorf("want %q, got %v", reason, err)
		}
	}
}
