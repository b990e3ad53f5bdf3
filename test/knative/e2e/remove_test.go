// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// refused runs a command of the README's kind that is to fail with these words.
func (s *suite) refused(t *testing.T, command string, words ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", command)
	cmd.Dir, cmd.Env = s.repository, slices.Clone(s.env)
	out, err := cmd.CombinedOutput()
	fmt.Printf("    $ %s   (to be refused)\n", command)
	if err == nil {
		t.Errorf("%s: want a refusal, got none:\n%s", command, out)
	}
	for _, word := range words {
		if !strings.Contains(string(out), word) {
			t.Errorf("%s: want %q in the output, got\n%s", command, word, out)
		}
	}
}

// testPinned rolls back by the script under load, sees that deploying on top is refused, and gives the calls to a new revision.
func (s *suite) testPinned(t *testing.T) string {
	s.with(t, "path-secret", "IMAGE=dev.local/interpreter:test")
	s.connected(t)
	former := s.revision(t)
	s.with(t, "path-secret", "IMAGE=dev.local/interpreter:next")
	l := s.begin(t)
	out := s.run(t, "make rollback-knative CONTEXT=host")
	if !strings.Contains(out, "100 % "+former) {
		t.Errorf("want all calls to go to %s, got\n%s", former, out)
	}
	l.flows(t)
	s.refused(t, "make deploy-knative CONTEXT=host", "pinned to 100 % "+former, "TRAFFIC=latest")
	out = s.run(t, "make deploy-knative CONTEXT=host TRAFFIC=latest", "IMAGE=dev.local/interpreter:next")
	if strings.Contains(out, "% "+former) || !strings.Contains(out, "calls go to: 100 %") {
		t.Errorf("want all calls to go to the new revision, got\n%s", out)
	}
	l.flows(t)
	return s.end(t, l, false)
}

// testUndeploy takes everything back, with what overlays have brought beyond the namespace.
func (s *suite) testUndeploy(t *testing.T) string {
	s.refused(t, "make undeploy-knative CONTEXT=host KARMADA_CONTEXT=karmada-apiserver", "Karmada asks the function")
	s.refused(t, "make disconnect-karmada KARMADA_CONTEXT=karmada-apiserver", "Workload", "nothing is changed")
	s.run(t, "make disconnect-karmada KARMADA_CONTEXT=karmada-apiserver OBJECTS=keep")
	s.run(t, "make undeploy-knative CONTEXT=host KARMADA_CONTEXT=karmada-apiserver")
	if _, err := s.host.CoreV1().Namespaces().Get(t.Context(), namespace, metav1.GetOptions{}); err == nil {
		t.Error("want no namespace, it is still there")
	}
	for kind, version := range map[string]string{"ClusterIssuer": "cert-manager.io/v1", "ClusterDomainClaim": "networking.internal.knative.dev/v1alpha1"} {
		for _, name := range []string{"interpreter", domain} {
			if s.get(t, version, kind, "", name) != nil {
				t.Errorf("want no %s %s, it is still there", kind, name)
			}
		}
	}
	for n := range loadObjects { // the members keep what they had
		each := int64(2 + n)
		s.inMembers(t, loadNamespace, fmt.Sprintf("nginx-%d", n), map[string]int64{"member1": each, "member2": each, "member3": each})
	}
	return "nothing is left in the host cluster, the members keep their replicas"
}
