// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"workload.example.io/interpreter/internal/cli/client"
)

// faults says how each alert is caused.
var faults = map[string]string{
	"InterpreterBug":                    "a kind that panics is asked for its replicas, once",
	"InterpreterRefuses":                "Workloads whose replicas are no number",
	"InterpreterBusy":                   "eight callers at once with large objects and slow answers, where MAX_BYTES is 16 MiB and MAX_CALLS 1",
	"InterpreterSlow":                   "a kind whose health takes 0.4 s",
	"InterpreterUnreadableMemberStatus": "a member's status with text for a number",
	"InterpreterRefusesSecrets":         "ten calls a second with a wrong secret",
	"InterpreterNotReady":               "a revision with LOG_LEVEL=wrong, whose container ends at once",
	"InterpreterCertificateExpires":     "cert-manager is told to issue a certificate for an hour",
}

// causeFaults causes them and returns when each alert arrived.
func (s *suite) causeFaults(t *testing.T, names map[string]bool) map[string]time.Duration {
	t.Helper()
	for name := range names {
		if faults[name] == "" {
			t.Errorf("want a fault for the alert %s, got none", name)
		}
	}
	s.overlay(t, "faulty", `{"op": "add", "path": "/spec/template/spec/containers/0/env/-", "value": {"name": "MAX_CALLS", "value": "1"}},
    {"op": "add", "path": "/spec/template/spec/containers/0/env/-", "value": {"name": "MAX_BYTES", "value": "16777216"}}`)
	s.with(t, "domain monitoring faulty path-secret", "IMAGE=dev.local/faulty:test")
	start := time.Now()
	s.shorten(t)
	ctx, stop := context.WithCancel(t.Context())
	var callers sync.WaitGroup
	s.beset(ctx, t, &callers)

	took := map[string]time.Duration{}
	s.arrive(t, took, start, len(names)-1, "InterpreterNotReady")
	stop()
	callers.Wait()

	s.overlay(t, "wrong", `{"op": "add", "path": "/spec/template/spec/containers/0/env/-", "value": {"name": "LOG_LEVEL", "value": "wrong"}}`)
	start = time.Now()
	var deploying sync.WaitGroup
	defer deploying.Wait()
	deploying.Go(func() {
		s.refused(t, "make deploy-knative CONTEXT=host TIMEOUT=60s "+`WITH="domain monitoring wrong path-secret" IMAGE=dev.local/interpreter:test`,
			"LOG_LEVEL", "is not ready")
	})
	s.arrive(t, took, start, len(names), "")
	deploying.Wait()
	s.with(t, "domain monitoring path-secret", "IMAGE=dev.local/interpreter:test")
	return took
}

// beset starts callers that cause what calls can cause, until ctx ends.
func (s *suite) beset(ctx context.Context, t *testing.T, callers *sync.WaitGroup) {
	t.Helper()
	const workload = `{"apiVersion": "workload.example.io/v1alpha1", "kind": "Workload", "metadata": {"name": "x"}, "spec": {"replicas": %s}}`
	config := s.registration(t)
	s.repeat(ctx, t, callers, 1, 20*time.Millisecond, config,
		client.Input{Operation: "InterpretReplica", Object: fmt.Appendf(nil, workload, `"many"`)})
	s.repeat(ctx, t, callers, 8, 0, config, client.Input{Operation: "InterpretHealth", Object: fmt.Appendf(nil,
		`{"apiVersion": "fault.example.com/v1", "kind": "Fault", "metadata": {"name": "slow"}, "spec": {"padding": "%s"}}`, strings.Repeat("x", 60<<10))})
	s.repeat(ctx, t, callers, 1, 200*time.Millisecond, config, client.Input{Operation: "AggregateStatus", Object: fmt.Appendf(nil, workload, "1"),
		Statuses: []workv1alpha2.AggregatedStatusItem{{ClusterName: "member1", Status: &runtime.RawExtension{Raw: []byte(`{"readyReplicas": "some"}`)}}}})
	wrong := registration{config.url[:strings.LastIndex(config.url, "/")] + "/" + strings.Repeat("0", 64), config.caBundle, config.timeoutSeconds}
	s.repeat(ctx, t, callers, 1, 100*time.Millisecond, wrong, client.Input{Operation: "InterpretHealth", Object: fmt.Appendf(nil, workload, "1")})
	s.bug(t, config)
}

// shorten has cert-manager issue the certificate anew, for an hour. Another duration alone leaves the certificate as it is.
func (s *suite) shorten(t *testing.T) {
	t.Helper()
	_, err := s.hostDynamic.Resource(certificates).Namespace(namespace).Patch(t.Context(), service, types.MergePatchType,
		[]byte(`{"spec": {"duration": "1h"}}`), metav1.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s.renew(t)
}

// repeat asks a question again and again from n callers, whatever the answer is.
func (s *suite) repeat(ctx context.Context, t *testing.T, running *sync.WaitGroup, n int, pause time.Duration, config registration, question client.Input) {
	t.Helper()
	for range n {
		caller, err := client.New(config.url, config.caBundle, 5*time.Second)
		request, requestErr := question.Request()
		if err != nil || requestErr != nil {
			t.Fatal(err, requestErr)
		}
		running.Go(func() {
			for ctx.Err() == nil {
				_, _ = caller.Ask(ctx, request)
				select {
				case <-ctx.Done():
				case <-time.After(pause):
				}
			}
		})
	}
}

// bug asks for what panics, until it did once.
func (s *suite) bug(t *testing.T, config registration) {
	t.Helper()
	caller, err := client.New(config.url, config.caBundle, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	request, err := client.Input{Operation: "InterpretReplica", Object: []byte(`{"apiVersion": "fault.example.com/v1", "kind": "Fault", "metadata": {"name": "x"}}`)}.Request()
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the bug to be met", func(ctx context.Context) error {
		answer, err := caller.Ask(ctx, request)
		if err != nil {
			return err
		}
		if answer.Successful {
			return errors.New("it answers")
		}
		return nil
	})
}
