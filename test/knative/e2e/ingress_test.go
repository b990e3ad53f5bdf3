// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"workload.example.io/interpreter/test/karmada/pki"
	"workload.example.io/interpreter/test/knative/internal/partners"
)

// traefikAddress is the one of Traefik's Service, on the link between the machine and the node.
const traefikAddress = "10.213.97.200"

// TestIngress runs what TestKnative runs behind Traefik, which is an ingress that others run too: what is lost here would be lost
// by them.
func TestIngress(t *testing.T) {
	s := open(t)
	s.openKarmada(t)
	s.openPartners(t)
	s.behindTraefik(t)
	s.page = func() { s.report(t, "traefik.md", "The function behind Traefik", aboutTraefik) }
	s.check(t, "1", "ready, HTTPS through Traefik, activator and queue-proxy", s.testReady)
	s.check(t, "2", "cold starts, five one after the other", s.testWakes)
	s.check(t, "2", "asleep, then a Workload for push members", s.testWakeForPush)
	s.check(t, "2", "asleep, then a Workload for a pull member too", s.testWakeForPull)
	s.check(t, "4", "500 calls at once on a sleeping function", s.testStorm)
	s.check(t, "5", "a new revision under load", s.testNewRevision)
	s.check(t, "5", "a rollback under load", s.testRollback)
	s.check(t, "5", "a rotation of the path secret under load", s.testRotation)
	s.check(t, "5", "the pod killed under load", s.testKill)
}

const aboutTraefik = "Traefik v3.7.10 with its Knative provider, all about connections as it is by itself: it calls the cluster IP of a revision's\n" +
	"service over connections that it keeps, and repeats no call (it has a retry middleware, which its Knative provider uses nowhere).\n" +
	"It tells Knative that a route is ready when it has read it, and takes it up as much as two seconds later."

// behindTraefik brings Traefik and tells Knative to use it, for a function that is not there yet: Knative changes the ingress of
// none that is.
func (s *suite) behindTraefik(t *testing.T) {
	t.Helper()
	if _, err := s.host.CoreV1().Namespaces().Get(t.Context(), namespace, metav1.GetOptions{}); err == nil {
		s.run(t, "make undeploy-knative CONTEXT=host KARMADA_CONTEXT=none")
	} else if !apierrors.IsNotFound(err) {
		t.Fatal(err)
	}
	dir := t.TempDir()
	own, err := pki.New(dir)
	if err == nil {
		err = own.Server("traefik", traefikAddress)
	}
	chain, err1 := os.ReadFile(filepath.Join(dir, "traefik.crt"))
	key, err2 := os.ReadFile(filepath.Join(dir, "traefik.key"))
	authority, err3 := os.ReadFile(filepath.Join(dir, "ca.crt"))
	if err := errors.Join(err, err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	s.authority = authority
	s.env = append(s.env, "CA_FILE="+filepath.Join(dir, "ca.crt"))
	s.bring(t, []*unstructured.Unstructured{
		{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "traefik"}}},
		{Object: map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "certificate", "namespace": "traefik"},
			"stringData": map[string]any{"tls.crt": string(chain), "tls.key": string(key)}}},
	}, nil)
	objects, err := partners.Own("traefik.yaml")
	s.bring(t, objects, err)
	patch := fmt.Appendf(nil, `{"data":{"ingress-class":"traefik.ingress.networking.knative.dev","domain-template":%q}}`, traefikAddress)
	if _, err := s.host.CoreV1().ConfigMaps("knative-serving").Patch(t.Context(), "config-network", types.MergePatchType, patch,
		metav1.PatchOptions{}); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "ip", "route", "replace", traefikAddress, "via", "10.213.97.2").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// testWakes calls a sleeping function and says how long the answer took.
func (s *suite) testWakes(t *testing.T) string {
	var took []time.Duration
	caller := s.caller(t)
	for range 5 {
		s.asleep(t, namespace, service)
		start := time.Now()
		if err := answered(context.WithoutCancel(t.Context()), caller, s.question(t)); err != nil {
			t.Error(err)
		}
		took = append(took, time.Since(start))
	}
	return fmt.Sprintf("answered after %d ms (%d to %d), median (least to most)", median(took).Milliseconds(), slices.Min(took).Milliseconds(), slices.Max(took).Milliseconds())
}
