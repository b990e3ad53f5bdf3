// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// pusher sends metrics as OTLP/HTTP in JSON. It does not send again: the sums are cumulative, so the next push makes up
// for one that failed.
type pusher struct {
	endpoint string
	headers  map[string]string
	client   *http.Client
}

var _ sdk.Exporter = (*pusher)(nil)

func newPusher(c Config) *pusher {
	return &pusher{endpoint: c.Endpoint, headers: c.Headers, client: &http.Client{Timeout: c.Timeout}}
}

// Temporality is cumulative for everything.
func (*pusher) Temporality(sdk.InstrumentKind) metricdata.Temporality {
	return metricdata.CumulativeTemporality
}

// Aggregation is OpenTelemetry's default.
func (*pusher) Aggregation(kind sdk.InstrumentKind) sdk.Aggregation {
	return sdk.DefaultAggregationSelector(kind)
}

// Export sends the metrics once. Its errors do not show the endpoint, which may hold a credential.
func (p *pusher) Export(ctx context.Context, data *metricdata.ResourceMetrics) error {
	body, err := json.Marshal(otlp(data))
	if err != nil {
		return fmt.Errorf("cannot encode the metrics: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.endpoint, bytes.NewReader(body))
	if err != nil {
		return errors.New("cannot use the OTLP endpoint")
	}
	for key, value := range p.headers {
		request.Header.Set(key, value)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := p.client.Do(request)
	if err != nil {
		if inner := (*url.Error)(nil); errors.As(err, &inner) {
			err = inner.Err
		}
		return fmt.Errorf("cannot reach the OTLP endpoint: %w", err)
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 64<<10)
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("cannot push to the OTLP endpoint: want status 2xx, got %d", response.StatusCode)
	}
	return nil
}

// ForceFlush has nothing to do: nothing is held back.
func (*pusher) ForceFlush(context.Context) error { return nil }

// Shutdown closes the connections.
func (p *pusher) Shutdown(context.Context) error {
	p.client.CloseIdleConnections()
	return nil
}
