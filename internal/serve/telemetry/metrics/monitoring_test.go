// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package metrics_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/serve/telemetry/metrics"
	"workload.example.io/interpreter/internal/webhook"
)

// The files that use the metrics.
const (
	alerts    = "../../../../knative/monitoring/alerts.yaml"
	dashboard = "../../../../knative/monitoring/dashboard.json"
)

var (
	name    = regexp.MustCompile(`interpreter_[a-z_]+`)
	foreign = regexp.MustCompile(`^up\{|certmanager_certificate_expiration_timestamp_seconds\{`) // of Prometheus and cert-manager
	outcome = regexp.MustCompile(`outcome="([a-z]+)"`)
)

// TestMonitoring checks that alerts and dashboard use nothing but metrics and outcomes that exist, and that the dashboard
// shows every metric.
func TestMonitoring(t *testing.T) {
	exposed := exposedNames(t)
	used := map[string]bool{}
	for file, expressions := range map[string][]string{alerts: alertExpressions(t), dashboard: dashboardExpressions(t)} {
		if len(expressions) < 5 {
			t.Errorf("%s: got only %d expressions", file, len(expressions))
		}
		for _, expression := range expressions {
			names := name.FindAllString(expression, -1)
			if len(names) == 0 && !foreign.MatchString(expression) {
				t.Errorf("%s uses no metric: %s", file, expression)
			}
			for _, metric := range names {
				used[family(metric)] = true
				if !exposed[metric] {
					t.Errorf("%s uses %s, which does not exist", file, metric)
				}
			}
			for _, match := range outcome.FindAllStringSubmatch(expression, -1) {
				if !slices.Contains(webhook.Outcomes, webhook.Outcome(match[1])) {
					t.Errorf("%s uses outcome %s, which does not exist", file, match[1])
				}
			}
		}
	}
	for metric := range exposed {
		if !used[family(metric)] {
			t.Errorf("neither %s nor %s uses %s", alerts, dashboard, metric)
		}
	}
}

// family is the name of a histogram without the ending of one of its series.
func family(metric string) string {
	return regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(metric, "")
}

func exposedNames(t *testing.T) map[string]bool {
	t.Helper()
	port := freePort(t)
	m := start(t, metrics.Config{Port: port})
	defer func() { _ = m.Stop(t.Context()) }()
	response, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/metrics", port))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, "#") {
			names[name.FindString(line)] = true
		}
	}
	return names
}

func alertExpressions(t *testing.T) []string {
	t.Helper()
	var file struct {
		Kind string
		Spec struct {
			Groups []struct {
				Rules []struct {
					Alert, Expr string
					Annotations map[string]string
				}
			}
		}
	}
	text, err := os.ReadFile(alerts)
	if err == nil {
		err = yaml.Unmarshal(text, &file)
	}
	if err != nil || file.Kind != "PrometheusRule" {
		t.Fatal(file.Kind, err)
	}
	var expressions []string
	for _, group := range file.Spec.Groups {
		for _, rule := range group.Rules {
			if rule.Alert == "" || rule.Annotations["summary"] == "" || rule.Annotations["description"] == "" {
				t.Errorf("alert %q does not say what happened and what to do", rule.Alert)
			}
			expressions = append(expressions, rule.Expr)
		}
	}
	return expressions
}

func dashboardExpressions(t *testing.T) []string {
	t.Helper()
	var file struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	text, err := os.ReadFile(dashboard)
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	var expressions []string
	for _, panel := range file.Panels {
		for _, target := range panel.Targets {
			expressions = append(expressions, target.Expr)
		}
	}
	return expressions
}
