// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// page shows the metrics in the text format of Prometheus, version 0.0.4.
func page(reader *sdk.ManualReader) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var data metricdata.ResourceMetrics
		if err := reader.Collect(r.Context(), &data); err != nil {
			http.Error(w, "cannot collect the metrics", http.StatusInternalServerError)
			return
		}
		var text bytes.Buffer
		for _, scope := range data.ScopeMetrics {
			for i := range scope.Metrics {
				writeMetric(&text, &scope.Metrics[i])
			}
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(text.Bytes())
	})
}

func writeMetric(text *bytes.Buffer, m *metricdata.Metrics) {
	name := strings.ReplaceAll(m.Name, ".", "_") + units[m.Unit]
	head := func(kind string) {
		fmt.Fprintf(text, "# HELP %s %s\n# TYPE %s %s\n", name, m.Description, name, kind)
	}
	switch data := m.Data.(type) {
	case metricdata.Sum[int64]:
		name += "_total"
		head("counter")
		writePoints(text, name, data.DataPoints)
	case metricdata.Gauge[int64]:
		head("gauge")
		writePoints(text, name, data.DataPoints)
	case metricdata.Histogram[float64]:
		head("histogram")
		for i := range data.DataPoints {
			writeHistogram(text, name, &data.DataPoints[i])
		}
	}
}

var units = map[string]string{"s": "_seconds", "By": "_bytes"}

func writePoints(text *bytes.Buffer, name string, points []metricdata.DataPoint[int64]) {
	for _, point := range points {
		fmt.Fprintf(text, "%s%s %d\n", name, labels(point.Attributes), point.Value)
	}
}

func writeHistogram(text *bytes.Buffer, name string, point *metricdata.HistogramDataPoint[float64]) {
	var sum uint64
	for i, count := range point.BucketCounts {
		sum += count
		bound := "+Inf"
		if i < len(point.Bounds) {
			bound = strconv.FormatFloat(point.Bounds[i], 'g', -1, 64)
		}
		fmt.Fprintf(text, "%s_bucket%s %d\n", name, labels(point.Attributes, attribute.String("le", bound)), sum)
	}
	plain := labels(point.Attributes)
	fmt.Fprintf(text, "%s_sum%s %s\n", name, plain, strconv.FormatFloat(point.Sum, 'g', -1, 64))
	fmt.Fprintf(text, "%s_count%s %d\n", name, plain, point.Count)
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func labels(set attribute.Set, more ...attribute.KeyValue) string {
	pairs := slices.Concat(set.ToSlice(), more)
	if len(pairs) == 0 {
		return ""
	}
	texts := make([]string, len(pairs))
	for i, pair := range pairs {
		texts[i] = string(pair.Key) + `="` + escapes.Replace(pair.Value.AsString()) + `"`
	}
	return "{" + strings.Join(texts, ",") + "}"
}
