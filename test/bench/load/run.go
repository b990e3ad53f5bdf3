// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package load

import (
	"context"
	"crypto/tls"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Until says when a run ends: after the time, or after the number of calls if that is not 0.
type Until struct {
	Time  time.Duration
	Calls int
}

// Result is what a run measured.
type Result struct {
	Took      time.Duration
	Durations []time.Duration // of each call that was answered, sorted
	Failed    int
	Err       error // of the first call that failed
}

// Quantile returns the duration that the share q of all calls did not exceed.
func (r *Result) Quantile(q float64) time.Duration {
	if len(r.Durations) == 0 {
		return 0
	}
	return r.Durations[min(int(q*float64(len(r.Durations))), len(r.Durations)-1)]
}

// Rate returns the calls that were answered in a second.
func (r *Result) Rate() float64 { return float64(len(r.Durations)) / r.Took.Seconds() }

// Run lets a number of callers call at the same time, each one call after the other, and each at least once. A caller
// is made before the time runs.
func Run(ctx context.Context, callers int, until Until, caller func(i int) (call func(n int) error, end func(), err error)) (*Result, error) {
	calls, left := make([]func(int) error, callers), atomic.Int64{}
	for i := range calls {
		call, end, err := caller(i)
		if err != nil {
			return nil, err
		}
		defer end()
		calls[i] = call
	}
	left.Store(int64(until.Calls))
	var result Result
	var mu sync.Mutex
	var group sync.WaitGroup
	began := time.Now()
	for i, call := range calls {
		group.Go(func() {
			var durations []time.Duration
			failed, first := 0, error(nil)
			for n := i; ctx.Err() == nil && (until.Calls == 0 || left.Add(-1) >= 0); n++ {
				start := time.Now()
				if err := call(n); err != nil {
					failed++
					first = cmpErr(first, err)
					if failed > 10 {
						break // nothing is measured any more
					}
				} else {
					durations = append(durations, time.Since(start))
				}
				if until.Calls == 0 && time.Since(began) >= until.Time {
					break
				}
			}
			mu.Lock()
			defer mu.Unlock()
			result.Durations = append(result.Durations, durations...)
			result.Failed += failed
			result.Err = cmpErr(result.Err, first)
		})
	}
	group.Wait()
	result.Took = time.Since(began)
	slices.Sort(result.Durations)
	return &result, ctx.Err()
}

func cmpErr(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// Callers returns callers that ask a server the questions in turn, each over a connection of its own. After a call that
// failed it goes on with a new connection.
func Callers(address string, config *tls.Config, questions []Question) func(int) (func(int) error, func(), error) {
	return func(int) (func(int) error, func(), error) {
		conn, err := Dial(address, config)
		if err != nil {
			return nil, nil, err
		}
		call := func(n int) error {
			_, err := conn.Do(&questions[n%len(questions)])
			if err == nil {
				return nil
			}
			conn.Close()
			if again, dialErr := Dial(address, config); dialErr == nil {
				conn = again
			}
			return err
		}
		return call, func() { conn.Close() }, nil
	}
}
