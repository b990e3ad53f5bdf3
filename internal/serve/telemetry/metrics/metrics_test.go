// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package metrics_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/telemetry/metrics"
	"workload.example.io/interpreter/internal/webhook"
)

// call is a call of the operation that ended so.
func call(operation interpreter.Operation, outcome webhook.Outcome) *webhook.Call {
	return &webhook.Call{Request: &interpreter.Request{Operation: operation}, Outcome: outcome, Received: 1000, Sent: 100, Duration: 3 * time.Millisecond}
}

// start starts metrics that have counted a few calls.
func start(t *testing.T, c metrics.Config) *metrics.Metrics {
	t.Helper()
	m, err := metrics.New(c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	observe := m.Observer()
	observe(call("Retain", webhook.OK))
	observe(call("Retain", webhook.OK))
	aggregated := call("AggregateStatus", webhook.OK)
	aggregated.Response = &interpreter.Response{Warnings: make([]string, 12)}
	observe(aggregated)
	observe(call("", webhook.NoSecret))
	for i := range 1000 {
		observe(call(interpreter.Operation(fmt.Sprintf("canary%d\n", i)), webhook.Refused))
	}
	if err := m.Start(metrics.Observed{
		InFlight:          func() int64 { return 7 },
		CertificateExpiry: func() time.Time { return time.Unix(1800000000, 0) },
		Probes:            http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "probe") }),
	}); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPrometheus(t *testing.T) {
	port := freePort(t)
	m := start(t, metrics.Config{Port: port})
	response, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/metrics", port))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(interpreter_build_info){.*}`).ReplaceAllString(string(page), "$1")
	var got []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") && !strings.Contains(line, "_bucket") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	slices.Sort(got)
	got = slices.DeleteFunc(got, func(line string) bool {
		return strings.HasPrefix(line, "interpreter_calls_total") && strings.HasSuffix(line, " 0")
	})
	if series := strings.Count(text, "interpreter_calls_total{"); series != 9*len(webhook.Outcomes) {
		t.Errorf("got %d series of calls, want one for each operation and outcome", series)
	}
	want := []string{
		`interpreter_build_info 1`,
		`interpreter_call_duration_seconds_count{operation="AggregateStatus"} 1`,
		`interpreter_call_duration_seconds_count{operation="Retain"} 2`,
		`interpreter_call_duration_seconds_count{operation="other"} 1001`,
		`interpreter_call_duration_seconds_sum{operation="AggregateStatus"} 0.003`,
		`interpreter_call_duration_seconds_sum{operation="Retain"} 0.006`,
		`interpreter_call_duration_seconds_sum{operation="other"}`,
		`interpreter_calls_in_flight 7`,
		`interpreter_calls_total{operation="AggregateStatus",outcome="ok"} 1`,
		`interpreter_calls_total{operation="Retain",outcome="ok"} 2`,
		`interpreter_calls_total{operation="other",outcome="nosecret"} 1`,
		`interpreter_calls_total{operation="other",outcome="refused"} 1000`,
		`interpreter_certificate_expiry_timestamp_seconds 1800000000`,
		`interpreter_received_bytes_total{operation="AggregateStatus"} 1000`,
		`interpreter_received_bytes_total{operation="Retain"} 2000`,
		`interpreter_received_bytes_total{operation="other"} 1001000`,
		`interpreter_refused_secrets_total 1`,
		`interpreter_sent_bytes_total{operation="AggregateStatus"} 100`,
		`interpreter_sent_bytes_total{operation="Retain"} 200`,
		`interpreter_sent_bytes_total{operation="other"} 100100`,
		`interpreter_unreadable_member_statuses_total 12`,
	}
	got[6], _, _ = strings.Cut(got[6], " ") // a sum of 1001 rounded numbers
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, line := range []string{
		"# TYPE interpreter_calls_total counter\n", "# TYPE interpreter_call_duration_seconds histogram\n", "# TYPE interpreter_calls_in_flight gauge\n",
		`interpreter_call_duration_seconds_bucket{operation="Retain",le="0.0025"} 0` + "\n",
		`interpreter_call_duration_seconds_bucket{operation="Retain",le="0.005"} 2` + "\n",
		`interpreter_call_duration_seconds_bucket{operation="Retain",le="+Inf"} 2` + "\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no line %q", line)
		}
	}
	if err := m.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/metrics", port)); err == nil {
		t.Error("the port is open after the stop")
	}
}

// TestPush checks that what was counted is pushed at the latest when the process ends, for instances that live shortly.
func TestPush(t *testing.T) {
	var mu sync.Mutex
	var pushed map[string]any
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path != "/v1/metrics" || r.Header.Get("Content-Type") != "application/json" || r.Header.Get("Token") != "a b" {
			t.Errorf("got %s with %v", r.URL.Path, r.Header)
		}
		if err := json.NewDecoder(r.Body).Decode(&pushed); err != nil {
			t.Error(err)
		}
	}))
	defer collector.Close()
	values := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": collector.URL, "OTEL_EXPORTER_OTLP_HEADERS": "token=a%20b"}
	settings := env.New(func(name string) string { return values[name] })
	m := start(t, metrics.FromSettings(settings))
	if err := m.Stop(context.Background()); err != nil || settings.Err() != nil {
		t.Fatal(err, settings.Err())
	}
	mu.Lock()
	defer mu.Unlock()
	text, err := json.Marshal(pushed)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"key":"service.name","value":{"stringValue":"workload-interpreter"}}`, `"key":"service.instance.id"`,
		`"name":"interpreter.calls","sum":{"aggregationTemporality":2,"dataPoints":[{"asInt":`,
		`{"asInt":"2","attributes":[{"key":"operation","value":{"stringValue":"Retain"}},{"key":"outcome","value":{"stringValue":"ok"}}]`,
		`"name":"interpreter.calls_in_flight"`, `"gauge":{"dataPoints":[{"asInt":"7"`, `"histogram":{"aggregationTemporality":2`, `"explicitBounds":[0.00005`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in what was pushed:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "canary") {
		t.Error("a label came from outside")
	}
}

func TestOff(t *testing.T) {
	m, err := metrics.New(metrics.FromSettings(env.New(func(string) string { return "" })), slog.Default())
	if m != nil || err != nil || m.Observer() != nil || m.Start(metrics.Observed{}) != nil || m.Stop(t.Context()) != nil {
		t.Errorf("want nothing without a setting, got %v, %v", m, err)
	}
}

func TestWrongSettings(t *testing.T) {
	for name, value := range map[string]string{
		"METRICS_PORT": "http", "OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "grpc://collector",
		"OTEL_EXPORTER_OTLP_HEADERS": "canary", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_TIMEOUT": "1s", "OTEL_METRIC_EXPORT_INTERVAL": "0",
	} {
		settings := env.New(func(asked string) string {
			switch {
			case asked == name:
				return value
			case asked == "OTEL_EXPORTER_OTLP_ENDPOINT":
				return "http://collector:4318"
			}
			return ""
		})
		metrics.FromSettings(settings)
		if err := settings.Err(); err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s=%s: got %v", name, value, err)
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
