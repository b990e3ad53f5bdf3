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
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/knative/internal/partners"
)

// monitored brings the operator, a Prometheus and an Alertmanager, and has the overlay scraped every two seconds.
func (s *suite) monitored(t *testing.T) {
	t.Helper()
	s.once("monitoring", func() {
		s.bringPartner(t, partners.Operator, "monitoring.yaml")
		eventually(t, "Prometheus and Alertmanager to run", func(ctx context.Context) error {
			_, err := s.query(ctx, "up")
			_, alertsErr := s.alerts(ctx)
			return errors.Join(err, alertsErr)
		})
		s.edit(t, "knative/overlays/monitoring/pod-monitor.yaml", "interval: 30s", "interval: 2s")
	})
}

const job = `job="workload-interpreter/interpreter"`

// testMonitoring follows the target from zero to one, to zero, and back, and asks every query of the dashboard.
func (s *suite) testMonitoring(t *testing.T) string {
	s.monitored(t)
	s.with(t, "monitoring path-secret")
	s.connected(t)
	s.asleep(t, namespace, service)
	s.sees(t, "no instance", "up{"+job+"}", none)
	start := time.Now()
	l := s.begin(t)
	s.sees(t, "an instance", "up{"+job+"} == 1", some)
	found := time.Since(start)
	l.flows(t)
	s.sees(t, "calls", "sum(rate(interpreter_calls_total[1m])) > 0", some)
	empty := s.dashboard(t)
	loaded := s.end(t, l, false)
	s.asleep(t, namespace, service)
	s.sees(t, "no instance again", "up{"+job+"}", none)
	again := s.begin(t)
	s.sees(t, "an instance again", "up{"+job+"} == 1", some)
	s.end(t, again, false)
	if len(empty) > 0 {
		t.Errorf("want data for every query of the dashboard, got none for %q", empty)
	}
	return fmt.Sprintf("a woken instance is scraped %.1f s after the first call; gone at zero and back; all queries of the dashboard have data; %s",
		found.Seconds(), loaded)
}

// dashboard asks every query of the dashboard and returns those that have no data within a minute.
func (s *suite) dashboard(t *testing.T) (empty []string) {
	t.Helper()
	var file struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	text, err := os.ReadFile(filepath.Join(s.repository, "knative", "monitoring", "dashboard.json"))
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for _, panel := range file.Panels {
		for _, target := range panel.Targets {
			expression := strings.NewReplacer("$__rate_interval", "1m", "$__range", "5m", "$__interval", "5s").Replace(target.Expr)
			for {
				got, err := s.query(t.Context(), expression)
				if err == nil && len(got) > 0 {
					break
				}
				if time.Now().After(deadline) {
					empty = append(empty, target.Expr)
					break
				}
				time.Sleep(time.Second)
			}
		}
	}
	return empty
}

// testPush has instances push to Prometheus' own OTLP receiver, counts the calls, and compares when no instance is left.
func (s *suite) testPush(t *testing.T) string {
	s.monitored(t)
	address := s.clusterIP(t, "monitoring", "prometheus")
	s.overlay(t, "otlp", fmt.Sprintf(`{"op": "add", "path": "/spec/template/spec/containers/0/env/-", "value":
    {"name": "OTEL_EXPORTER_OTLP_ENDPOINT", "value": "http://%s:9090/api/v1/otlp"}}`, address))
	s.with(t, "monitoring otlp path-secret")
	s.asleep(t, namespace, service)
	const pushed = `sum(interpreter_calls_total{job="workload-interpreter"})`
	before := s.total(t, pushed)
	l := s.begin(t)
	l.flows(t)
	detail := s.end(t, l, false)
	s.asleep(t, namespace, service)
	s.sees(t, "at least the calls of the callers, after the last instance is gone",
		fmt.Sprintf("sum(max_over_time(interpreter_calls_total{job=\"workload-interpreter\"}[15m])) >= %f", before+float64(l.answered.Load())), some)
	return "Prometheus has as many calls as were made, and more by Karmada, when no instance is left; " + detail
}

// clusterIP makes a Service with an address for the pods of Prometheus: those of the operator have none.
func (s *suite) clusterIP(t *testing.T, where, name string) string {
	t.Helper()
	s.bring(t, []*unstructured.Unstructured{{Object: map[string]any{"apiVersion": "v1", "kind": "Service",
		"metadata": map[string]any{"name": name, "namespace": where}, "spec": map[string]any{
			"selector": map[string]any{"app.kubernetes.io/name": name}, "ports": []any{map[string]any{"name": "web", "port": int64(9090)}}}}}}, nil)
	address, _, _ := unstructured.NestedString(s.get(t, "v1", "Service", where, name).Object, "spec", "clusterIP")
	return address
}

// overlay puts one that patches the Service into the checkout.
func (s *suite) overlay(t *testing.T, name, patch string) {
	t.Helper()
	folder := filepath.Join(s.repository, "knative", "overlays", name)
	err := os.MkdirAll(folder, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "kustomization.yaml"), fmt.Appendf(nil, `{apiVersion: kustomize.config.k8s.io/v1alpha1, kind: Component,
  patches: [{target: {group: serving.knative.dev, kind: Service}, patch: '[%s]'}]}`, patch), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
