// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"cmp"
	"context"
	"errors"
	"runtime"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/version"
	"workload.example.io/interpreter/internal/webhook"
)

// other stands for every operation that Karmada does not have.
const other = "other"

// instruments are everything that is measured. The label sets of all calls are made beforehand.
type instruments struct {
	calls, received, sent metric.Int64Counter
	unreadable, secrets   metric.Int64Counter
	duration              metric.Float64Histogram
	operations            map[interpreter.Operation]metric.MeasurementOption
	outcomes              map[interpreter.Operation]map[webhook.Outcome]metric.MeasurementOption
}

// seconds are the bounds of the durations: an answer takes microseconds, a large body milliseconds, a slow client seconds.
var seconds = []float64{0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5, 30}

func newInstruments(meter metric.Meter) (*instruments, error) {
	var errs []error
	counter := func(name, unit, text string) metric.Int64Counter {
		c, err := meter.Int64Counter(name, metric.WithUnit(unit), metric.WithDescription(text))
		errs = append(errs, err)
		return c
	}
	i := &instruments{
		calls:      counter("interpreter.calls", "", "Calls that were answered, by operation and outcome."),
		received:   counter("interpreter.received", "By", "Bytes of the bodies of calls."),
		sent:       counter("interpreter.sent", "By", "Bytes of the bodies of answers."),
		unreadable: counter("interpreter.unreadable_member_statuses", "", "Statuses of member clusters that were left out of an aggregation."),
		secrets:    counter("interpreter.refused_secrets", "", "Calls whose path ended with no valid secret."),
	}
	var err error
	i.duration, err = meter.Float64Histogram("interpreter.call.duration", metric.WithUnit("s"), metric.WithExplicitBucketBoundaries(seconds...),
		metric.WithDescription("Time from the header of a call to the end of its answer."))
	errs = append(errs, err)
	i.labels()
	for _, outcomes := range i.outcomes {
		for _, outcome := range outcomes {
			i.calls.Add(context.Background(), 0, outcome) // increase() sees the first only of a series that was there
		}
	}
	i.unreadable.Add(context.Background(), 0)
	i.secrets.Add(context.Background(), 0)
	return i, errors.Join(errs...)
}

// observed registers what is read when somebody asks.
func observed(meter metric.Meter, from Observed) error {
	_, err := meter.Int64ObservableGauge("interpreter.calls_in_flight", metric.WithDescription("Calls that have come and are not answered."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(from.InFlight())
			return nil
		}))
	_, expiryErr := meter.Int64ObservableGauge("interpreter.certificate_expiry_timestamp", metric.WithUnit("s"),
		metric.WithDescription("When the certificate of TLS_CERT_FILE expires, in seconds of Unix time."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			if expiry := from.CertificateExpiry(); !expiry.IsZero() {
				o.Observe(expiry.Unix())
			}
			return nil
		}))
	build := metric.WithAttributeSet(attribute.NewSet(buildInfo()...))
	_, buildErr := meter.Int64ObservableGauge("interpreter.build_info", metric.WithDescription("What is running, as labels of the value 1."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(1, build)
			return nil
		}))
	return errors.Join(err, expiryErr, buildErr)
}

func buildInfo() []attribute.KeyValue {
	return []attribute.KeyValue{
		attribute.String("version", version.Release()),
		attribute.String("revision", cmp.Or(version.Revision(), "unknown")),
		attribute.String("go_version", runtime.Version()),
	}
}

func (i *instruments) labels() {
	i.operations = map[interpreter.Operation]metric.MeasurementOption{}
	i.outcomes = map[interpreter.Operation]map[webhook.Outcome]metric.MeasurementOption{}
	for _, operation := range append(interpreter.Operations(), other) {
		label := attribute.String("operation", string(operation))
		i.operations[operation] = metric.WithAttributeSet(attribute.NewSet(label))
		i.outcomes[operation] = map[webhook.Outcome]metric.MeasurementOption{}
		for _, outcome := range webhook.Outcomes {
			i.outcomes[operation][outcome] = metric.WithAttributeSet(attribute.NewSet(label, attribute.String("outcome", string(outcome))))
		}
	}
}

func (i *instruments) observe(call *webhook.Call) {
	ctx, operation := context.Background(), call.Request.Operation
	if i.operations[operation] == nil {
		operation = other
	}
	i.calls.Add(ctx, 1, i.outcomes[operation][call.Outcome])
	i.duration.Record(ctx, call.Duration.Seconds(), i.operations[operation])
	i.received.Add(ctx, int64(call.Received), i.operations[operation])
	i.sent.Add(ctx, int64(call.Sent), i.operations[operation])
	if call.Outcome == webhook.NoSecret {
		i.secrets.Add(ctx, 1)
	}
	if call.Response != nil {
		i.unreadable.Add(ctx, int64(len(call.Response.Warnings)))
	}
}
