// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"testing"
	"time"

	"workload.example.io/interpreter/internal/cli/client"
)

func TestPercentile(t *testing.T) {
	var times []time.Duration
	for i := range 100 {
		times = append(times, time.Duration(i+1))
	}
	for p, want := range map[int]time.Duration{1: 1, 50: 50, 90: 90, 99: 99, 100: 100} {
		if got := percentile(times, p); got != want {
			t.Errorf("p%d of 1 to 100: got %d, want %d", p, got, want)
		}
	}
	if got := percentile(times[:1], 50); got != 1 {
		t.Errorf("p50 of one: got %d, want 1", got)
	}
}

func TestLatency(t *testing.T) {
	tests := map[string]struct {
		reason string
		times  []time.Duration
		want   Status
	}{
		"fast":          {times: []time.Duration{time.Millisecond, 2 * time.Millisecond}, want: OK},
		"slow":          {reason: "100 clusters would take longer than 2 s", times: []time.Duration{30 * time.Millisecond, 31 * time.Millisecond}, want: Warn},
		"one very slow": {reason: "near the timeout of 30 s", times: []time.Duration{time.Millisecond, time.Millisecond, 20 * time.Second}, want: Warn},
		"one slow":      {reason: "a single slow call is no pattern", times: []time.Duration{time.Millisecond, time.Millisecond, time.Second}, want: OK},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := &run{Checkup: &Checkup{Report: func(Finding) {}}, client: client.InProcess(nil)}
			r.latency(test.times)
			if got := r.findings[0]; got.Status != test.want {
				t.Errorf("%s: got %s (%s), want %s", test.reason, got.Status, got.Detail, test.want)
			}
		})
	}
}
