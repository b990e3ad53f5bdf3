// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/internal/cli/client"
)

// secretsFile is where the overlay path-secret wants secrets of one's own.
const secretsFile = "knative/overlays/path-secret/path-secrets.env"

// ownSecret writes a secret of one's own for the overlay path-secret.
func (s *suite) ownSecret(t *testing.T) {
	t.Helper()
	s.run(t, `echo "INTERPRETER_PATH_SECRETS=$(openssl rand -hex 32)" > `+secretsFile)
}

// secret is the first path secret that the Service names.
func (s *suite) secret(t *testing.T) string {
	t.Helper()
	object, err := s.hostDynamic.Resource(services).Namespace(namespace).Get(t.Context(), service, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	containers, _, _ := unstructured.NestedSlice(object.Object, "spec", "template", "spec", "containers")
	variables, _, _ := unstructured.NestedSlice(containers[0].(map[string]any), "env")
	for _, variable := range variables {
		name, _, _ := unstructured.NestedString(variable.(map[string]any), "valueFrom", "secretKeyRef", "name")
		if name == "" || variable.(map[string]any)["name"] != "INTERPRETER_PATH_SECRETS" {
			continue
		}
		found, err := s.host.CoreV1().Secrets(namespace).Get(t.Context(), name, metav1.GetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(strings.TrimSpace(string(found.Data["INTERPRETER_PATH_SECRETS"])), ",")
		return first
	}
	t.Fatal("want the Service to name a Secret with path secrets, it names none")
	return ""
}

// testOwnSecret puts one's own secret in place of the one that the first deployment made, and then leaves the overlay out: what
// keeps strangers out stays.
func (s *suite) testOwnSecret(t *testing.T) string {
	formerly := s.caller(t)
	s.with(t, "path-secret")
	s.connected(t)
	for _, step := range []string{"with the overlay", "without it"} {
		if err := answered(t.Context(), s.caller(t), s.question(t)); err != nil {
			t.Errorf("%s: the secret of the file: %v", step, err)
		}
		if err := answered(t.Context(), formerly, s.question(t)); err == nil {
			t.Errorf("%s: want the former secret to be refused, it was accepted", step)
		}
		if err := answered(t.Context(), s.withoutSecret(t), s.question(t)); err == nil {
			t.Errorf("%s: want a call without a secret to be refused, it was accepted", step)
		}
		s.with(t, "")
	}
	return "calls with the former secret and with none are refused, also after a deployment without the overlay"
}

// withoutSecret calls the URL that Karmada was told without the last segment of its path.
func (s *suite) withoutSecret(t *testing.T) *client.Client {
	t.Helper()
	config := s.registration(t)
	caller, err := client.New(config.url[:strings.LastIndex(config.url, "/")], config.caBundle, time.Duration(config.timeoutSeconds)*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return caller
}
