// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/knative/internal/partners"
)

// TestOverlays runs each overlay with its real partner, which it brings, in an order in which each leaves the function as the
// next one wants it.
func TestOverlays(t *testing.T) {
	s := open(t)
	s.openKarmada(t)
	s.openPartners(t)
	s.page = func() { s.report(t, "overlays.md", overlaysTitle, aboutOwn) }
	install, _ := s.readme(t)
	for _, command := range install {
		s.run(t, command)
	}
	s.ownSecret(t)
	s.check(t, "1", "`path-secret`: one of one's own in place of the one that the first deployment made", s.testOwnSecret)
	s.check(t, "1", "`warm`: two instances, one evicted, one killed, under load", s.testWarm)
	s.check(t, "2", "`domain`, a certificate by ACME, trusted by the caBundle", s.testDomain)
	s.check(t, "2", "`domain`, the certificate renewed under load", s.testRenewal)
	s.check(t, "2", "`domain`, a certificate of an authority of one's own that the system trusts, no caBundle", s.testOwnAuthority)
	s.check(t, "3", "`metallb`: the ingress gets an address, which the agent of the pull-mode member calls", s.testMetalLB)
	s.check(t, "4", "`monitoring`: scraped from zero and back, and every query of the dashboard", s.testMonitoring)
	s.check(t, "4", "`monitoring`: what is pushed by instances that vanish", s.testPush)
	s.check(t, "5", "`network-policy`: who comes in and what goes out", s.testNetworkPolicy)
	s.check(t, "6", "`monitoring`: each alert when its fault is caused", s.testAlerts)
	s.check(t, "7", "`kinds`: a described kind, and a wrong description under load", s.testKinds)
	s.check(t, "8", "a rollback by the script, and deploying on top of it", s.testPinned)
	s.check(t, "9", "undeployed: refused while Karmada asks, then nothing is left", s.testUndeploy)
}

const overlaysTitle = "The overlays with their partners"

// openPartners makes a client that applies what partners bring.
func (s *suite) openPartners(t *testing.T) {
	t.Helper()
	var plan struct {
		Dirs map[string]string `json:"dirs"`
	}
	content, err := os.ReadFile(filepath.Join(s.state, "plan.json"))
	if err == nil {
		err = json.Unmarshal(content, &plan)
	}
	if err == nil {
		s.partners = plan.Dirs
		s.applier, err = apply.New(s.hostConfig)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// once brings what several checks need, when the first of them needs it: any of them can be run alone.
func (s *suite) once(what string, bring func()) {
	if !s.brought[what] {
		s.brought[what] = true
		bring()
	}
}

// bring applies the objects of a partner and waits until what runs of it is ready.
func (s *suite) bring(t *testing.T, objects []*unstructured.Unstructured, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := s.applier.All(ctx, objects); err != nil {
		t.Fatal(err)
	}
	for _, object := range objects {
		switch object.GetKind() {
		case "Deployment", "DaemonSet":
			s.running(t, object)
		}
	}
}

// bringPartner applies what the authors of a partner ship and our manifest beside it, if a name is given.
func (s *suite) bringPartner(t *testing.T, partner partners.Partner, manifest string) {
	t.Helper()
	objects, err := partner.Shipped(s.partners[partner.Set.Name])
	s.bring(t, objects, err)
	if manifest != "" {
		objects, err = partners.Own(manifest)
		s.bring(t, objects, err)
	}
}

// running waits until all pods of an object are ready.
func (s *suite) running(t *testing.T, object *unstructured.Unstructured) {
	t.Helper()
	resource, err := s.applier.Resource(object)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, object.GetKind()+" "+object.GetName()+" to be ready", func(ctx context.Context) error {
		now, err := resource.Get(ctx, object.GetName(), metav1.GetOptions{})
		if err != nil {
			return err
		}
		ready, _, _ := unstructured.NestedInt64(now.Object, "status", "readyReplicas")
		wanted := int64(1)
		if object.GetKind() == "DaemonSet" {
			ready, _, _ = unstructured.NestedInt64(now.Object, "status", "numberReady")
			wanted, _, _ = unstructured.NestedInt64(now.Object, "status", "desiredNumberScheduled")
		}
		observed, _, _ := unstructured.NestedInt64(now.Object, "status", "observedGeneration")
		if ready < max(wanted, 1) || observed < now.GetGeneration() {
			return fmt.Errorf("%d pods are", ready)
		}
		return nil
	})
}

// with deploys with exactly these overlays.
func (s *suite) with(t *testing.T, overlays string, env ...string) string {
	t.Helper()
	out := s.run(t, fmt.Sprintf("make deploy-knative CONTEXT=host WITH=%q", overlays), env...)
	s.ready(t, namespace, service)
	return out
}

const connectCommand = "make connect-karmada CONTEXT=host KARMADA_CONTEXT=karmada-apiserver"

// connected runs the script and wants Karmada to have asked.
func (s *suite) connected(t *testing.T, env ...string) {
	t.Helper()
	out := s.run(t, connectCommand, env...)
	if !strings.Contains(out, "asked by karmada-controller-manager") {
		t.Errorf("want Karmada to have asked the URL, got\n%s", out)
	}
}

// edit changes a file of the checkout as the overlay's comments tell a user to.
func (s *suite) edit(t *testing.T, file string, pairs ...string) {
	t.Helper()
	path := filepath.Join(s.repository, file)
	before, err := os.ReadFile(path)
	after := strings.NewReplacer(pairs...).Replace(string(before))
	if err == nil && after == string(before) {
		err = errors.New("nothing to change")
	}
	if err := errors.Join(err, os.WriteFile(path, []byte(after), 0o644)); err != nil {
		t.Fatalf("cannot edit %s: %v", file, err)
	}
}

// get reads an object of the host; the YAML names its kind, namespace and name.
func (s *suite) get(t *testing.T, apiVersion, kind, namespace, name string) *unstructured.Unstructured {
	t.Helper()
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": apiVersion, "kind": kind,
		"metadata": map[string]any{"name": name, "namespace": namespace}}}
	resource, err := s.applier.Resource(object)
	if err != nil {
		t.Fatal(err)
	}
	found, err := resource.Get(t.Context(), name, metav1.GetOptions{})
	if err != nil {
		return nil
	}
	return found
}
