// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"bytes"
	"encoding/json"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"workload.example.io/interpreter/internal/interpreter"
)

// FuzzEncode checks that every answer is what encoding/json makes of Karmada's type, and is refused where that is. Each bit of members
// says whether a member of the response is there.
func FuzzEncode(f *testing.F) {
	for _, text := range []string{"", "nginx", `"\`, "<é\u2028\xff\x01>"} {
		for _, raw := range []string{"", "null", `{"readyReplicas": 1}`, `["<", "\u2028"]`, "{"} {
			f.Add(text, []byte(raw), int32(len(raw)), uint16(0xffff))
			f.Add(text, []byte(raw), int32(len(text)), uint16(0))
		}
	}
	f.Fuzz(func(t *testing.T, text string, raw []byte, number int32, members uint16) {
		response := responseOf(text, raw, number, members)
		var want bytes.Buffer
		encoder := json.NewEncoder(&want)
		encoder.SetEscapeHTML(false)
		wantErr := encoder.Encode(&configv1alpha1.ResourceInterpreterContext{
			TypeMeta: metav1.TypeMeta{Kind: contextKind, APIVersion: contextVersion},
			Response: &response.ResourceInterpreterResponse,
		})
		got, err := appendResponse([]byte("x"), response)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("got error %v, want %v", err, wantErr)
		}
		if err == nil && "x"+string(bytes.TrimSuffix(want.Bytes(), []byte("\n"))) != string(got) {
			t.Errorf("got  %s\nwant x%s", got, &want)
		}
	})
}

func responseOf(text string, raw []byte, number int32, members uint16) *interpreter.Response {
	r := &interpreter.Response{}
	r.UID = types.UID(text)
	patchType := configv1alpha1.PatchType(text)
	yes := number > 0
	list := corev1.ResourceList{corev1.ResourceName(text): *resource.NewQuantity(int64(number), resource.DecimalSI)}
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{text: text}}
	for i, set := range []func(){
		func() { r.Successful = true },
		func() { r.Status = &configv1alpha1.RequestStatus{Message: text, Code: number} },
		func() { r.Patch = raw },
		func() { r.PatchType = &patchType },
		func() { r.Replicas = &number },
		func() {
			r.ReplicaRequirements = &workv1alpha2.ReplicaRequirements{Namespace: text, ResourceRequest: list}
		},
		func() { r.Components = []workv1alpha2.Component{{Name: text, Replicas: number}} },
		func() { r.Dependencies = []configv1alpha1.DependentObjectReference{{}, {Kind: text, Name: text}} },
		func() {
			r.Dependencies = append(r.Dependencies, configv1alpha1.DependentObjectReference{APIVersion: text, Namespace: text, LabelSelector: selector})
		},
		func() { r.RawStatus = &runtime.RawExtension{Raw: raw} },
		func() { r.RawStatus = &runtime.RawExtension{} },
		func() { r.Healthy = &yes },
	} {
		if members>>i&1 == 1 {
			set()
		}
	}
	return r
}
