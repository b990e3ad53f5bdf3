// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// The types below are ExportMetricsServiceRequest of OTLP in its JSON form, as far as it is used. 64-bit integers are
// strings there.
type (
	otlpRequest struct {
		ResourceMetrics []otlpResource `json:"resourceMetrics"`
	}
	otlpResource struct {
		Resource struct {
			Attributes []otlpAttribute `json:"attributes"`
		} `json:"resource"`
		ScopeMetrics []otlpScope `json:"scopeMetrics"`
	}
	otlpScope struct {
		Scope struct {
			Name string `json:"name"`
		} `json:"scope"`
		Metrics []otlpMetric `json:"metrics"`
	}
	otlpMetric struct {
		Name        string    `json:"name"`
		Description string    `json:"description,omitempty"`
		Unit        string    `json:"unit,omitempty"`
		Sum         *otlpData `json:"sum,omitempty"`
		Gauge       *otlpData `json:"gauge,omitempty"`
		Histogram   *otlpData `json:"histogram,omitempty"`
	}
	otlpData struct {
		Points      []otlpPoint `json:"dataPoints"`
		Temporality int         `json:"aggregationTemporality,omitempty"`
		Monotonic   bool        `json:"isMonotonic,omitempty"`
	}
	otlpPoint struct {
		Attributes []otlpAttribute `json:"attributes,omitempty"`
		Start      string          `json:"startTimeUnixNano,omitempty"`
		Time       string          `json:"timeUnixNano"`
		Int        string          `json:"asInt,omitempty"`
		Count      string          `json:"count,omitempty"`
		Sum        *float64        `json:"sum,omitempty"`
		Buckets    []string        `json:"bucketCounts,omitempty"`
		Bounds     []float64       `json:"explicitBounds,omitempty"`
	}
	otlpAttribute struct {
		Key   string `json:"key"`
		Value struct {
			String string `json:"stringValue"`
		} `json:"value"`
	}
)

// cumulative is AGGREGATION_TEMPORALITY_CUMULATIVE.
const cumulative = 2

func otlp(data *metricdata.ResourceMetrics) *otlpRequest {
	var resource otlpResource
	resource.Resource.Attributes = otlpAttributes(*data.Resource.Set())
	for _, scope := range data.ScopeMetrics {
		var out otlpScope
		out.Scope.Name = scope.Scope.Name
		for i := range scope.Metrics {
			out.Metrics = append(out.Metrics, otlpMetricOf(&scope.Metrics[i]))
		}
		resource.ScopeMetrics = append(resource.ScopeMetrics, out)
	}
	return &otlpRequest{ResourceMetrics: []otlpResource{resource}}
}

func otlpMetricOf(m *metricdata.Metrics) otlpMetric {
	out := otlpMetric{Name: m.Name, Description: m.Description, Unit: m.Unit}
	switch data := m.Data.(type) {
	case metricdata.Sum[int64]:
		out.Sum = &otlpData{Points: otlpPoints(data.DataPoints), Temporality: cumulative, Monotonic: data.IsMonotonic}
	case metricdata.Gauge[int64]:
		out.Gauge = &otlpData{Points: otlpPoints(data.DataPoints)}
	case metricdata.Histogram[float64]:
		out.Histogram = &otlpData{Points: otlpHistograms(data.DataPoints), Temporality: cumulative}
	}
	return out
}

func otlpPoints(points []metricdata.DataPoint[int64]) []otlpPoint {
	out := make([]otlpPoint, len(points))
	for i, point := range points {
		out[i] = otlpPoint{Attributes: otlpAttributes(point.Attributes), Start: nanoseconds(point.StartTime),
			Time: nanoseconds(point.Time), Int: strconv.FormatInt(point.Value, 10)}
	}
	return out
}

func otlpHistograms(points []metricdata.HistogramDataPoint[float64]) []otlpPoint {
	out := make([]otlpPoint, len(points))
	for i, point := range points {
		counts := make([]string, len(point.BucketCounts))
		for j, count := range point.BucketCounts {
			counts[j] = strconv.FormatUint(count, 10)
		}
		out[i] = otlpPoint{Attributes: otlpAttributes(point.Attributes), Start: nanoseconds(point.StartTime), Time: nanoseconds(point.Time),
			Count: strconv.FormatUint(point.Count, 10), Sum: &point.Sum, Buckets: counts, Bounds: point.Bounds}
	}
	return out
}

func otlpAttributes(set attribute.Set) []otlpAttribute {
	out := make([]otlpAttribute, 0, set.Len())
	for _, pair := range set.ToSlice() {
		attr := otlpAttribute{Key: string(pair.Key)}
		attr.Value.String = pair.Value.String()
		out = append(out, attr)
	}
	return out
}

func nanoseconds(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return strconv.FormatInt(t.UnixNano(), 10)
}
