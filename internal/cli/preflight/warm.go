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
func (v *visit) warm(ctx context.Context) {
	question := v.questions()[0]
	var times []time.Duration
	fresh := 0
	for i := range v.Calls {
		v.Progress(fmt.Sprintf("timing warm calls, %d of %d", i+1, v.Calls))
		reply, err := v.ask(ctx, question)
		if fault := client.AsFault(err); fault != nil && !isAnswered(fault) {
			v.fail(WarmCalls, &client.Fault{Name: fault.Name, Next: fault.Next,
				Cause: fmt.Sprintf("call %d of %d: %s", i+1, v.Calls, fault.Cause)})
			v.skip(KeepAlive)
			return
		}
		times = append(times, reply.Trace.Total)
		if !reply.Trace.Reused {
			fresh++
		}
	}
	v.latency(times)
	v.keepAlive(fresh)
}

func (v *visit) latency(times []time.Duration) {
	slices.Sort(times)
	median, slowest := percentile(times, 50), times[len(times)-1]
	text := fmt.Sprintf("%d calls: p50 %s, p90 %s, p99 %s, slowest %s of %s", len(times), round(median),
		round(percentile(times, 90)), round(percentile(times, 99)), round(slowest), v.client.Timeout())
	switch {
	case slowest > v.client.Timeout()/2:
		v.warn(WarmCalls, "slow", text+": the slowest took more than half of timeoutSeconds",
			"see what slows single calls down (CPU limits, garbage collection, a cold instance), or raise timeoutSeconds")
	case median > slowCall:
		v.warn(WarmCalls, "slow", fmt.Sprintf("%s: revising 100 clusters one after the other takes Karmada %s", text, round(100*median)),
			"bring the endpoint nearer to Karmada, or look for what slows it down")
	default:
		v.ok(WarmCalls, "%s", text)
	}
}

// percentile returns the value at or below which p of 100 of the sorted times lie.
func percentile(sorted []time.Duration, p int) time.Duration {
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

func (v *visit) keepAlive(fresh int) {
	if fresh > v.Calls/10 {
		v.warn(KeepAlive, "no-keep-alive", fmt.Sprintf("%d of %d warm calls needed a new connection, with a TLS handshake each", fresh, v.Calls),
			"let the endpoint, and what stands before it, keep idle connections open (for longer than Karmada's 90 s at best)")
		return
	}
	v.ok(KeepAlive, "%d of %d warm calls used an open connection", v.Calls-fresh, v.Calls)
}

// overload tells what was seen of Retry-After. An endpoint is never put under load to see more.
func (v *visit) overload() {
	if len(v.waits) == 0 {
		v.add(Finding{Check: Overload, Status: Skip, Detail: "the endpoint was never busy, so its Retry-After was not seen"})
		return
	}
	v.warn(Overload, "busy", fmt.Sprintf("the endpoint was busy %d times and asked for a pause of %s; Karmada waits and tries again",
		len(v.waits), v.waits[0]), "allow more instances or requests at a time if it is busy with so few calls")
}
