// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package telemetry

import (
	"sync/atomic"
	"time"

	"workload.example.io/interpreter/internal/webhook"
)

// seldom lets one line a second pass for each way to be turned away, which costs a caller nothing: on a cloud, a flood of
// strangers would otherwise write the bill. Metrics count them all.
type seldom map[webhook.Outcome]*throttle

type throttle struct {
	next    atomic.Int64 // when the next line may pass, in nanoseconds of Unix time
	leftOut atomic.Int64 // how many did not since the last one
}

func newSeldom() seldom {
	return seldom{webhook.NoSecret: {}, webhook.Invalid: {}, webhook.Busy: {}}
}

// pass reports whether the call gets a line, and how many like it got none before.
func (s seldom) pass(call *webhook.Call, now time.Time) (leftOut int64, ok bool) {
	t := s[call.Outcome]
	if t == nil {
		return 0, true
	}
	next := t.next.Load()
	if now.UnixNano() < next || !t.next.CompareAndSwap(next, now.Add(time.Second).UnixNano()) {
		t.leftOut.Add(1)
		return 0, false
	}
	return t.leftOut.Swap(0), true
}
