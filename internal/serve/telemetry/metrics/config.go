// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"net/url"
	"strings"
	"time"

	"workload.example.io/interpreter/internal/serve/env"
)

// Config is where the metrics go. The zero value is off.
type Config struct {
	// Port serves the metrics to Prometheus, and probes, 0 does not.
	Port int
	// Host is the address of the interface of Port, empty for all.
	Host string
	// Endpoint takes the metrics as OTLP over HTTP, nothing if it is empty.
	Endpoint string
	// Headers go with each push.
	Headers map[string]string
	// Timeout bounds a push, Interval is the time between two.
	Timeout, Interval time.Duration
}

// sdkSettings are read by OpenTelemetry's SDK.
var sdkSettings = map[string]string{"OTEL_SERVICE_NAME": service, "OTEL_RESOURCE_ATTRIBUTES": ""}

// service is the name of the service in the pushed metrics.
const service = "workload-interpreter"

// Enabled reports whether metrics go anywhere.
func (c Config) Enabled() bool {
	return c.Port != 0 || c.Endpoint != ""
}

// FromSettings reads the configuration; the names are OpenTelemetry's own wherever it has one. A wrong setting is kept in
// the Reader.
func FromSettings(settings *env.Reader) Config {
	c := Config{
		Port:     settings.Int("METRICS_PORT", 0, 0, 65535),
		Host:     settings.String("METRICS_HOST", ""),
		Timeout:  time.Duration(settings.Int("OTEL_EXPORTER_OTLP_TIMEOUT", 10_000, 1, 600_000)) * time.Millisecond,
		Interval: time.Duration(settings.Int("OTEL_METRIC_EXPORT_INTERVAL", 60_000, 100, 3_600_000)) * time.Millisecond,
	}
	for name, absent := range sdkSettings {
		settings.String(name, absent)
	}
	base := endpoint(settings, "OTEL_EXPORTER_OTLP_ENDPOINT")
	if base != "" {
		c.Endpoint = strings.TrimSuffix(base, "/") + "/v1/metrics"
	}
	if own := endpoint(settings, "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT"); own != "" {
		c.Endpoint = own
	}
	c.Headers = headers(settings, "OTEL_EXPORTER_OTLP_HEADERS")
	const protocol = "OTEL_EXPORTER_OTLP_PROTOCOL"
	if got := settings.String(protocol, "http/json"); got != "http/json" && c.Endpoint != "" {
		settings.Refuse(protocol, "want http/json, got another protocol; a collector takes it on its HTTP port, 4318")
	}
	return c
}

func endpoint(settings *env.Reader, name string) string {
	text := settings.String(name, "")
	if text == "" {
		return ""
	}
	if u, err := url.Parse(text); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		settings.Refuse(name, "want an http or https URL such as http://collector:4318, got something else")
	}
	return text
}

// headers reads key=value pairs, separated by commas, with values in URL encoding. They may hold a credential, so an error
// does not quote them.
func headers(settings *env.Reader, name string) map[string]string {
	text := settings.String(name, "")
	if text == "" {
		return nil
	}
	pairs := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		value, err := url.PathUnescape(value)
		if !ok || key == "" || err != nil {
			settings.Refuse(name, "want key=value pairs separated by commas, got something else")
			return nil
		}
		pairs[key] = value
	}
	return pairs
}
