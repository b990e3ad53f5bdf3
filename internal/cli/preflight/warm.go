// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"context"
	"fmt"
	"slices"
	"time"

	"workload.example.io/interpreter/internal/cli/client"
)

// slowCall is the warm latency from which Karmada suffers: it revises the replicas of 100 clusters one call after the
// other and means to be done with all of them in 2 s.
const slowCall = 20 * time.Millisecond

// warm times calls on the connection that is open by now.
func (r *run) warm(ctx context.Context) {
	input := r.inputs()[0]
	var times []time.Duration
	fresh := 0
	for i := range r.Calls {
		r.Progress(fmt.Sprintf("timing warm calls, %d of %d", i+1, r.Calls))
		response, err := r.ask(ctx, input)
		if fault := client.AsFault(err); fault != nil && !isAnswered(fault) {
			r.fail(WarmCalls, &client.Fault{Name: fault.Name, Next: fault.Next,
				Cause: fmt.Sprintf("call %d of %d: %s", i+1, r.Calls, fault.Cause)})
			r.skip(KeepAlive)
			return
		}
		times = append(times, response.Trace.Total)
		if !response.Trace.Reused {
			fresh++
		}
	}
	r.latency(times)
	r.keepAlive(fresh)
}

func (r *run) latency(times []time.Duration) {
	slices.Sort(times)
	median, slowest := percentile(times, 50), times[len(times)-1]
	text := fmt.Sprintf("%d calls: p50 %s, p90 %s, p99 %s, slowest %s of %s", len(times), round(median),
		round(percentile(times, 90)), round(percentile(times, 99)), round(slowest), r.client.Timeout())
	switch {
	case slowest > r.client.Timeout()/2:
		r.warn(WarmCalls, "slow", text+": the slowest took more than half of timeoutSeconds",
			"see what slows single calls down (CPU limits, garbage collection, a cold instance), or raise timeoutSeconds")
	case median > slowCall:
		r.warn(WarmCalls, "slow", fmt.Sprintf("%s: revising 100 clusters one after the other takes Karmada %s", text, round(100*median)),
			"bring the endpoint nearer to Karmada, or look for what slows it down")
	default:
		r.ok(WarmCalls, "%s", text)
	}
}

// percentile returns the value at or below which p of 100 of the sorted times lie.
func percentile(sorted []time.Duration, p int) time.Duration {
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

func (r *run) keepAlive(fresh int) {
	if fresh > r.Calls/10 {
		r.warn(KeepAlive, "no-keep-alive", fmt.Sprintf("%d of %d warm calls needed a new connection, with a TLS handshake each", fresh, r.Calls),
			"let the endpoint, and what stands before it, keep idle connections open (for longer than Karmada's 90 s at best)")
		return
	}
	r.ok(KeepAlive, "%d of %d warm calls used an open connection", r.Calls-fresh, r.Calls)
}

// overload reports what was seen of Retry-After. An endpoint is never put under load to see more.
func (r *run) overload() {
	if len(r.waits) == 0 {
		r.add(Finding{Check: Overload, Status: Skip, Detail: "the endpoint was never busy, so its Retry-After was not seen"})
		return
	}
	r.warn(Overload, "busy", fmt.Sprintf("the endpoint was busy %d times and asked for a pause of %s; Karmada waits and tries again",
		len(r.waits), r.waits[0]), "allow more instances or requests at a time if it is busy with so few calls")
}
