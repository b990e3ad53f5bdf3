// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	client "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	collector "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	"google.golang.org/protobuf/encoding/protojson"
)

// TestTelemetryForms reads what the server shows and pushes with Prometheus' own parser and OpenTelemetry's own types.
func TestTelemetryForms(t *testing.T) {
	pushed := make(chan *collector.ExportMetricsServiceRequest, 100)
	endpoint := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		request := &collector.ExportMetricsServiceRequest{}
		if err == nil {
			err = protojson.Unmarshal(body, request) // refuses unknown members
		}
		if err != nil {
			t.Errorf("cannot read the push: %v in %s", err, body)
		}
		pushed <- request
	}))
	defer endpoint.Close()
	pair, roots, err := WritePair(t.TempDir())
	must(t, err)
	port, err := FreePort()
	must(t, err)
	p := serve(t, pair, "METRICS_PORT="+port, "OTEL_EXPORTER_OTLP_ENDPOINT="+endpoint.URL, "OTEL_RESOURCE_ATTRIBUTES=service.name=shop", "DRAIN_QUIET=50ms")
	var load Load
	caller := ask(t, "https://"+p.Address(), roots)
	for range 3 {
		load.Call(caller, 100)
	}

	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(fetch(t, "http://127.0.0.1:"+port+"/metrics")))
	must(t, err)
	if got := sum(families["interpreter_calls_total"].GetMetric()); got != 3 {
		t.Errorf("Prometheus reads %v, want 3 calls", got)
	}
	if got := families["interpreter_call_duration_seconds"].GetMetric(); len(got) != 1 || got[0].GetHistogram().GetSampleCount() != 3 {
		t.Errorf("Prometheus reads %v, want 3 durations", got)
	}

	must(t, p.Stop())
	resource := (<-pushed).ResourceMetrics[0]
	if got := resource.Resource.String(); !strings.Contains(got, "shop") {
		t.Errorf("want the service name of the environment, got %s", got)
	}
	sums := map[string]int64{}
	for _, metric := range resource.ScopeMetrics[0].Metrics {
		for _, point := range metric.GetSum().GetDataPoints() {
			sums[metric.Name] += point.GetAsInt()
		}
		for _, point := range metric.GetHistogram().GetDataPoints() {
			sums[metric.Name] += int64(point.GetCount())
		}
	}
	if sums["interpreter.calls"] != 3 || sums["interpreter.call.duration"] != 3 {
		t.Errorf("OpenTelemetry reads %v, want 3 calls with 3 durations", sums)
	}
}

func sum(metrics []*client.Metric) (sum float64) {
	for _, metric := range metrics {
		sum += metric.GetCounter().GetValue()
	}
	return sum
}
