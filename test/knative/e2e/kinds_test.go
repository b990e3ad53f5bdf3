// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/cli/client"
)

const cloneSet = `{"apiVersion": "apps.kruise.io/v1alpha1", "kind": "CloneSet", "metadata": {"name": "described"}, "spec": {"replicas": 5,
  "template": {"metadata": {"labels": {"app": "x"}}, "spec": {"containers": [{"name": "x", "image": "x"}]}}}}`

// testKinds deploys a description and then a wrong one, while the load is on.
func (s *suite) testKinds(t *testing.T) string {
	const file = "knative/overlays/kinds/kinds.yaml"
	s.with(t, "kinds path-secret")
	s.connected(t)
	config, err := s.karmada.Resource(configs).Get(t.Context(), "workload", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := config.MarshalJSON(); !strings.Contains(string(text), `"CloneSet"`) || !strings.Contains(string(text), `"Workload"`) {
		t.Errorf("want both kinds registered, got %s", text)
	}
	described := func() int32 {
		request, err := client.Input{Operation: "InterpretReplica", Object: []byte(cloneSet)}.Request()
		if err != nil {
			t.Fatal(err)
		}
		reply, err := s.caller(t).Ask(context.WithoutCancel(t.Context()), request)
		if err != nil || reply.Replicas == nil {
			t.Fatalf("want the replicas of a CloneSet, got %v", err)
		}
		return *reply.Replicas
	}
	if got := described(); got != 5 {
		t.Errorf("want 5 replicas of the CloneSet, got %d", got)
	}
	former := s.revision(t)
	l := s.begin(t)
	s.edit(t, file, "replicaResource: {path: spec.replicas", "replicaResource: {path: spec[replicas")
	s.refused(t, `make deploy-knative CONTEXT=host TIMEOUT=60s`, "INTERPRETER_KINDS", "is not ready")
	if now := s.revision(t); now != former || described() != 5 {
		t.Errorf("with a wrong description: want the calls to stay with %s, they go to %s", former, now)
	}
	l.flows(t)
	s.edit(t, file, "replicaResource: {path: spec[replicas", "replicaResource: {path: spec.replicas")
	s.run(t, "make deploy-knative CONTEXT=host")
	return "a CloneSet is registered and counted; a wrong description is refused with its place and gets no call; " + s.end(t, l, false)
}
