// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// testScripts runs both scripts again: nothing may change when nothing is different, and nothing in a dry run. The current
// context is Karmada's, where nothing of the host may turn up.
func (s *suite) testScripts(t *testing.T) string {
	const deploy, connect = "make deploy-knative CONTEXT=host", "make connect-karmada CONTEXT=host KARMADA_CONTEXT=karmada-apiserver"
	service, config := s.generations(t)
	for _, again := range []struct{ command, env string }{
		{deploy, ""}, {connect, ""},
		{deploy + " DRY_RUN=1", "IMAGE=dev.local/interpreter:next"}, {connect + " DRY_RUN=1 TIMEOUT_SECONDS=20", ""},
	} {
		s.run(t, again.command, again.env)
		if newService, newConfig := s.generations(t); newService != service || newConfig != config {
			t.Errorf("%s: want no change, got generations %d and %d instead of %d and %d", again.command, newService, newConfig, service, config)
		}
	}
	if _, err := s.karmada.Resource(namespaces).Get(t.Context(), namespace, metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Errorf("want no namespace %s in Karmada, got %v", namespace, err)
	}
	return "nothing changed"
}

// generations are those of the Service and of Karmada's configuration.
func (s *suite) generations(t *testing.T) (deployed, connected int64) {
	t.Helper()
	object, err := s.hostDynamic.Resource(services).Namespace(namespace).Get(t.Context(), service, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	config, err := s.karmada.Resource(configs).Get(t.Context(), "workload", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return object.GetGeneration(), config.GetGeneration()
}
