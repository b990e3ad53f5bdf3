// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	workv1alpha1 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/test/karmada/binaries"
)

// connected is the configuration that make connect-karmada applies.
const connected = "workload"

// script runs a script of the repository against this Karmada.
func (s *suite) script(t *testing.T, name string, env ...string) (string, error) {
	t.Helper()
	kubectl, err := s.playground.Binaries().Build(t.Context(), s.playground.Log, os.Getenv("KARMADA_E2E_STATE"), binaries.Kubectl)
	if err != nil {
		t.Fatal(err)
	}
	url := filepath.Join(t.TempDir(), "url")
	if err := os.WriteFile(url, []byte(s.playground.InterpreterURL()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(s.playground.Repository, "scripts", name+".sh"))
	cmd.Env = append(append(os.Environ(), "PATH="+kubectl[binaries.Kubectl.Name]+":"+os.Getenv("PATH"),
		"KUBECONFIG="+s.playground.Folder.KarmadaConfig(), "KARMADA_CONTEXT=karmada-apiserver", "URL_FILE="+url,
		"CA_FILE="+filepath.Join(string(s.playground.Folder), "pki", "ca.crt")), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (s *suite) must(t *testing.T, name string, env ...string) string {
	t.Helper()
	out, err := s.script(t, name, env...)
	if err != nil {
		t.Fatalf("%s with %v: %v\n%s", name, env, err, out)
	}
	return out
}

// alone removes the suite's own configuration, so that the scripts' is the only one, and puts it back in the end.
func (s *suite) alone(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		_ = s.karmada.client.Resource(configs).Delete(context.WithoutCancel(t.Context()), connected, metav1.DeleteOptions{})
		s.register(t, false)
	})
	if err := s.karmada.client.Resource(configs).Delete(t.Context(), configuration, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
}

// testDisconnect takes the function away by the script while a Workload is spread, changes the Workload, and brings the
// function back: no member gets more or fewer replicas meanwhile, and every member gets the change in the end.
func (s *suite) testDisconnect(t *testing.T, c *scene) {
	s.alone(t)
	if out := s.must(t, "connect-karmada"); !strings.Contains(out, "asked by karmada-controller-manager") || strings.Contains(out, s.playground.InterpreterURL()) {
		t.Errorf("want Karmada to have asked, and no URL with its secret, got\n%s", out)
	}
	before := map[string]int64{"member1": 2, "member2": 1, "member3": 1}
	c.workload(t, "held", map[string]any{"replicas": 4, "template": withImage("nginx:1")}, nil)
	c.divideWorkload(t, "held", before)
	c.spread(t, "held", before)

	if out, err := s.script(t, "disconnect-karmada"); err == nil || !strings.Contains(out, c.namespace+"/held") {
		t.Fatalf("while there are Workloads: want a refusal that names them, got %v\n%s", err, out)
	}
	if _, err := s.karmada.get(t.Context(), configs, "", connected); err != nil {
		t.Fatalf("after the refusal: want the configuration, got %v", err)
	}
	s.must(t, "disconnect-karmada", "OBJECTS=keep")
	if _, err := s.karmada.get(t.Context(), configs, "", connected); !apierrors.IsNotFound(err) {
		t.Fatalf("want no configuration, got %v", err)
	}

	c.change(t, "held", map[string]any{"replicas": 8, "template": withImage("nginx:2")})
	for _, member := range s.members { // Karmada has made something of the change, and has not sent it
		eventually(t, "the Work for "+member.name+" to change and to be held", func(ctx context.Context) error {
			return c.held(ctx, member, "held", "nginx:2")
		})
	}
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); <-time.After(200 * time.Millisecond) {
		for _, member := range s.members {
			object, err := member.get(t.Context(), workloads, c.namespace, "held")
			if err == nil {
				err = and(has(before[member.name], "spec", "replicas"), hasImage("nginx:1"))(object)
			}
			if err != nil {
				t.Fatalf("disconnected: want %s as it was: %v", member.name, err)
			}
		}
	}
	if out := s.must(t, "connect-karmada"); !strings.Contains(out, "goes on: propagationpolicies") {
		t.Errorf("want the policy to go on, got\n%s", out)
	}
	c.spread(t, "held", map[string]int64{"member1": 4, "member2": 2, "member3": 2})
	for _, member := range s.members {
		c.inMember(t, member, "held", hasImage("nginx:2"))
	}
}

// held wants the Work for a member to have the image and not to be sent.
func (c *scene) held(ctx context.Context, member cluster, name, image string) error {
	list, err := c.karmada.client.Resource(works).Namespace("karmada-es-"+member.name).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for _, one := range list.Items {
		work, err := typed[workv1alpha1.Work](ctx, c.karmada, works, one.GetNamespace(), one.GetName())
		if err != nil || len(work.Spec.Workload.Manifests) == 0 {
			continue
		}
		manifest := string(work.Spec.Workload.Manifests[0].Raw)
		if !strings.Contains(manifest, `"name":"`+name+`"`) || !strings.Contains(manifest, `"namespace":"`+c.namespace+`"`) {
			continue
		}
		held := meta.FindStatusCondition(work.Status.Conditions, workv1alpha1.WorkDispatching)
		switch {
		case !strings.Contains(manifest, image):
			return fmt.Errorf("it has another image")
		case work.Spec.SuspendDispatching == nil || !*work.Spec.SuspendDispatching || held == nil || held.Status != metav1.ConditionFalse:
			return fmt.Errorf("it is sent")
		}
		return nil
	}
	return fmt.Errorf("there is none")
}

// testRemoveCRD deletes the CRD in Karmada by the script, which takes nothing from the members, and connects again to
// members that have it.
func (s *suite) testRemoveCRD(t *testing.T, c *scene) {
	s.alone(t)
	s.must(t, "connect-karmada")
	c.workload(t, "temporary", nil, nil)
	c.divideWorkload(t, "temporary", evenly)
	c.spread(t, "temporary", map[string]int64{"member1": 1, "member2": 1, "member3": 1})
	if out, err := s.script(t, "disconnect-karmada", "OBJECTS=keep", "CRD=delete"); err == nil || !strings.Contains(out, "take all objects along") {
		t.Fatalf("while there are Workloads: want a refusal, got %v\n%s", err, out)
	}
	if err := s.karmada.client.Resource(workloads).Namespace(c.namespace).Delete(t.Context(), "temporary", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	// One that a member has for itself.
	s.members[0].create(t, workloads, map[string]any{"apiVersion": "workload.example.io/v1alpha1", "kind": "Workload",
		"metadata": map[string]any{"name": "of-the-member", "namespace": c.namespace}, "spec": map[string]any{"template": podSpec(nil, nil)}})
	eventually(t, "no Workload to be left in Karmada", func(ctx context.Context) error {
		list, err := s.karmada.client.Resource(workloads).List(ctx, metav1.ListOptions{})
		if err == nil && len(list.Items) > 0 {
			err = fmt.Errorf("%d are", len(list.Items))
		}
		return err
	})
	s.must(t, "disconnect-karmada", "CRD=delete")
	const crd = "workloads.workload.example.io"
	eventually(t, "the CRD to go from Karmada, with its Works", func(ctx context.Context) error {
		if _, err := s.karmada.get(ctx, crds, "", crd); !apierrors.IsNotFound(err) {
			return fmt.Errorf("it is there: %w", err)
		}
		for _, member := range s.members {
			list, err := s.karmada.client.Resource(works).Namespace("karmada-es-"+member.name).List(ctx, metav1.ListOptions{})
			if err != nil {
				return err
			}
			for _, work := range list.Items {
				if text, _ := work.MarshalJSON(); strings.Contains(string(text), `"kind":"CustomResourceDefinition"`) && strings.Contains(string(text), crd) {
					return fmt.Errorf("there is a Work for %s", member.name)
				}
			}
		}
		return nil
	})
	for _, member := range s.members {
		if _, err := member.get(t.Context(), crds, "", crd); err != nil {
			t.Errorf("want the CRD to stay in %s, got %v", member.name, err)
		}
	}
	if _, err := s.members[0].get(t.Context(), workloads, c.namespace, "of-the-member"); err != nil {
		t.Errorf("want the member's own Workload to stay, got %v", err)
	}
	s.must(t, "connect-karmada")
	c.workload(t, "again", nil, nil)
	c.divideWorkload(t, "again", evenly)
	c.spread(t, "again", map[string]int64{"member1": 1, "member2": 1, "member3": 1})
}
