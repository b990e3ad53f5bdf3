// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// sleeper is a Service whose cold start is measured.
type sleeper struct {
	title, namespace, service, container string

	method, url, host string
	body              []byte
	taken             []map[string]time.Duration // one for each cold start
}

// variants are copies of the function as shipped with one thing changed, to see what each setting is worth.
var variants = map[string]struct {
	title  string
	change func(template, container map[string]any)
}{
	"token": {"with the token of a service account, which is a volume", func(template, _ map[string]any) {
		delete(template, "automountServiceAccountToken")
	}},
	"cpu-limit": {"with CPU limits of 50m for the function, 100m for queue-proxy", func(template, container map[string]any) {
		_ = unstructured.SetNestedField(container, "50m", "resources", "limits", "cpu")
	}},
	"no-seccomp": {"without the seccomp profile", func(_, container map[string]any) {
		unstructured.RemoveNestedField(container, "securityContext", "seccompProfile")
	}},
	"tcp-probe": {"with a TCP readiness probe", func(_, container map[string]any) {
		container["readinessProbe"] = map[string]any{"tcpSocket": map[string]any{"port": int64(8080)}}
	}},
	"period": {"with periodSeconds: 1 in the readiness probe", func(_, container map[string]any) {
		_ = unstructured.SetNestedField(container, int64(1), "readinessProbe", "periodSeconds")
	}},
}

// sleepers deploys what is measured beside the function, which comes first; second is a Service with nothing but an image.
// They stand in the namespace default, where pods are not held to the restricted level.
func (s *suite) sleepers(t *testing.T) []*sleeper {
	t.Helper()
	question, err := json.Marshal(configv1alpha1.ResourceInterpreterContext{
		TypeMeta: metav1.TypeMeta{APIVersion: configv1alpha1.GroupVersion.String(), Kind: "ResourceInterpreterContext"},
		Request:  s.question(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	shipped := s.ready(t, namespace, service)
	url, _, _ := unstructured.NestedString(shipped.Object, "status", "url")
	all := []*sleeper{
		{title: "the function as shipped", namespace: namespace, service: service, container: "function", method: http.MethodPost,
			url: url + "/interpreter-workload/" + s.secret(t), body: question},
		{title: "default Service", namespace: metav1.NamespaceDefault, service: "hello", container: "user-container", method: http.MethodGet, url: url,
			host: s.create(t, metav1.NamespaceDefault, "hello", map[string]any{"spec": map[string]any{"containers": []any{
				map[string]any{"image": "dev.local/hello:test"}}}})},
	}
	s.copySecrets(t)
	for _, name := range slices.Sorted(maps.Keys(variants)) {
		template, _, _ := unstructured.NestedMap(shipped.Object, "spec", "template")
		containers, _, _ := unstructured.NestedSlice(template, "spec", "containers")
		variants[name].change(template["spec"].(map[string]any), containers[0].(map[string]any))
		_ = unstructured.SetNestedSlice(template, containers, "spec", "containers")
		if name == "cpu-limit" {
			_ = unstructured.SetNestedField(template, "100m", "metadata", "annotations", "queue.sidecar.serving.knative.dev/cpu-resource-limit")
		}
		all = append(all, &sleeper{title: variants[name].title, namespace: metav1.NamespaceDefault, service: name, container: "function",
			method: http.MethodPost, url: all[0].url, body: question, host: s.create(t, metav1.NamespaceDefault, name, template)})
	}
	return all
}

// copySecrets puts the function's path secrets where the copies of the function find them.
func (s *suite) copySecrets(t *testing.T) {
	t.Helper()
	list, err := s.host.CoreV1().Secrets(namespace).List(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range list.Items {
		copied := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: secret.Name}, Data: secret.Data}
		if _, err := s.host.CoreV1().Secrets(metav1.NamespaceDefault).Create(t.Context(), copied, metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
}

// create makes a Service and returns its host when it is ready.
func (s *suite) create(t *testing.T, namespace, name string, template map[string]any) string {
	t.Helper()
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "serving.knative.dev/v1", "kind": "Service", "metadata": map[string]any{"name": name},
		"spec": map[string]any{"template": template},
	}}
	if _, err := s.hostDynamic.Resource(services).Namespace(namespace).Create(t.Context(), object, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	url, _, _ := unstructured.NestedString(s.ready(t, namespace, name).Object, "status", "url")
	return strings.TrimPrefix(url, "https://")
}
