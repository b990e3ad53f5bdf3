// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package validate

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// knative writes what Knative's controllers would into the status of the Service, as far as the scripts read it, and a Revision
// for each template, until the test ends. It shows that the scripts get through; make -C test e2e-knative runs them with the real ones.
func knative(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	var running sync.WaitGroup
	var revisions []*unstructured.Unstructured
	running.Go(func() {
		var template string
		for ctx.Err() == nil {
			if err := reconcile(ctx, t, &template, &revisions); err != nil && ctx.Err() == nil {
				t.Log(err) // tried again
			}
			select {
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
		}
	})
	t.Cleanup(func() {
		stop()
		running.Wait()
		for _, revision := range revisions {
			remove(t, revision)
		}
		remove(t, deployed(t, "", ""))
	})
}

func reconcile(ctx context.Context, t *testing.T, template *string, revisions *[]*unstructured.Unstructured) error {
	like := deployed(t, "", "")
	resource, err := server.Resource(like)
	if err != nil {
		return err
	}
	service, err := server.Get(ctx, resource, like.GetName())
	if err != nil {
		return nil // not there yet
	}
	if observed, _, _ := unstructured.NestedInt64(service.Object, "status", "observedGeneration"); observed == service.GetGeneration() {
		return nil
	}
	spec, _, _ := unstructured.NestedMap(service.Object, "spec", "template", "spec")
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	if string(text) != *template {
		revision := object(t, `{apiVersion: serving.knative.dev/v1, kind: Revision, metadata: {name: interpreter-%05d, namespace: %s, labels:
  {serving.knative.dev/service: interpreter, serving.knative.dev/configurationGeneration: "%d"}}, spec: %s,
  status: {conditions: [{type: Ready, status: "True"}]}}`, len(*revisions)+1, function, len(*revisions)+1, text)
		if err := server.Apply(ctx, revision); err != nil {
			return err
		}
		where, err := server.Resource(revision)
		if err != nil {
			return err
		}
		made, err := server.Get(ctx, where, revision.GetName())
		if err != nil {
			return err
		}
		made.Object["status"] = revision.Object["status"]
		if _, err := where.UpdateStatus(ctx, made, metav1.UpdateOptions{}); err != nil {
			return err
		}
		*template, *revisions = string(text), append(*revisions, revision)
	}
	newest := (*revisions)[len(*revisions)-1].GetName()
	traffic, pinned, _ := unstructured.NestedSlice(service.Object, "spec", "traffic")
	if !pinned || len(traffic) == 0 {
		traffic = []any{map[string]any{"revisionName": newest, "percent": int64(100), "latestRevision": true}}
	}
	service.Object["status"] = map[string]any{"observedGeneration": service.GetGeneration(), "url": "https://interpreter.example.com",
		"latestCreatedRevisionName": newest, "latestReadyRevisionName": newest, "traffic": traffic, "conditions": []any{
			map[string]any{"type": "Ready", "status": "True"}, map[string]any{"type": "RoutesReady", "status": "True"}}}
	_, err = resource.UpdateStatus(ctx, service, metav1.UpdateOptions{})
	return err
}

// succeed wants the script to end well with all of these words in what it prints.
func succeed(t *testing.T, checkout, name string, env []string, words ...string) {
	t.Helper()
	out, err := script(t, checkout, name, append(env, "TIMEOUT=30s")...)
	if err != nil {
		t.Fatalf("%s with %v: %v\n%s", name, env, err, out)
	}
	for _, word := range words {
		if !strings.Contains(out, word) {
			t.Errorf("%s with %v: want %q in the output, got\n%s", name, env, word, out)
		}
	}
}

const image2 = "registry.example.com/interpreter@sha256:2222222222222222222222222222222222222222222222222222222222222222"

// TestDeployRollbackDeploy deploys with overlays, changes them, rolls back and goes on.
func TestDeployRollbackDeploy(t *testing.T) {
	checkout := checkOut(t)
	t.Cleanup(func() { remove(t, object(t, secretOf, "interpreter-path-secrets", "")) })
	knative(t)
	budget := object(t, `{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: interpreter, namespace: %s}}`, function)
	policy := object(t, `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: interpreter, namespace: %s}}`, function)
	t.Cleanup(func() { remove(t, budget); remove(t, policy) })

	succeed(t, checkout, "deploy-knative", []string{"WITH=warm"}, "a path secret is made", "calls go to: 100 % interpreter-00001")
	if get(t, budget) == nil {
		t.Error("want the overlay's budget, got none")
	}
	succeed(t, checkout, "deploy-knative", []string{"WITH=network-policy", "IMAGE=" + image2}, "100 % interpreter-00002")
	if get(t, budget) != nil || get(t, policy) == nil {
		t.Error("another overlay: want its policy and no budget of the former one")
	}
	succeed(t, checkout, "rollback-knative", nil, "calls go to: 100 % interpreter-00001")
	refused(t, checkout, "deploy-knative", []string{"IMAGE=" + image2}, "pinned to 100 % interpreter-00001")
	succeed(t, checkout, "deploy-knative", []string{"TRAFFIC=keep", "IMAGE=" + image2}, "overlays network-policy (as now", "100 % interpreter-00001")
	succeed(t, checkout, "deploy-knative", []string{"TRAFFIC=latest", "IMAGE=" + image2}, "calls go to: 100 % interpreter-0000")
	if traffic, pinned, _ := unstructured.NestedSlice(get(t, deployed(t, "", "")).Object, "spec", "traffic"); pinned {
		t.Errorf("want no traffic pinned any more, got %v", traffic)
	}
}

// TestRotationKeepsWhatRevisionsName deploys two secrets one after the other: a rollback to a revision that knows only the former
// one is refused, and a Secret that no revision names is deleted.
func TestRotationKeepsWhatRevisionsName(t *testing.T) {
	checkout := checkOut(t)
	stray := object(t, secretOf, "interpreter-path-secrets-stray", strings.Repeat("b", 64))
	put(t, stray)
	knative(t)
	file := filepath.Join(checkout, "knative", "overlays", "path-secret", "path-secrets.env")
	var named []string
	for _, value := range []string{"c", "d"} {
		if err := os.WriteFile(file, fmt.Appendf(nil, "INTERPRETER_PATH_SECRETS=%s\n", strings.Repeat(value, 64)), 0o600); err != nil {
			t.Fatal(err)
		}
		succeed(t, checkout, "deploy-knative", []string{"WITH=path-secret"}, "calls go to: 100 %")
		named = append(named, secretNamed(t))
	}
	for _, name := range named {
		secret := object(t, secretOf, name, "")
		if get(t, secret) == nil {
			t.Errorf("want %s, which a revision names, it is gone", name)
		}
		t.Cleanup(func() { remove(t, secret) })
	}
	if get(t, stray) != nil {
		t.Error("want no Secret that no revision names, it is still there")
	}
	refused(t, checkout, "rollback-knative", nil, "interpreter-00001 knows only former path secrets", "nothing is changed")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	succeed(t, checkout, "deploy-knative", nil, "overlays path-secret (as now")
	if now := secretNamed(t); now != named[1] {
		t.Errorf("without the file: want the Secret to stay %s, got %s", named[1], now)
	}
}
