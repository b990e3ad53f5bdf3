// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package progress prints what a long run is doing, one line a step, each with the time since the start.
package progress

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// heartbeat is how often a step that is still running says so.
const heartbeat = 10 * time.Second

// Log prints steps. It may be used by several goroutines at once.
type Log struct {
	mu    sync.Mutex
	w     io.Writer
	start time.Time
}

// New returns a Log whose clock starts now.
func New(w io.Writer) *Log { return &Log{w: w, start: time.Now()} }

// Printf prints one line behind the elapsed time.
func (l *Log) Printf(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.w, "%6.1fs  %s\n", l.Elapsed().Seconds(), fmt.Sprintf(format, args...))
}

// Elapsed is the time since New.
func (l *Log) Elapsed() time.Duration { return time.Since(l.start) }

// Step runs do, prints what when it begins and now and then while it goes on, with detail() behind it unless that is nil.
func (l *Log) Step(ctx context.Context, what string, detail func() string, do func(context.Context) error) error {
	l.Printf("%s", what)
	if detail == nil {
		detail = func() string { return "" }
	}
	done := make(chan struct{})
	var ticker sync.WaitGroup
	ticker.Go(func() {
		tick := time.NewTicker(heartbeat)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				l.Printf("  still at it: %s%s", what, detail())
			}
		}
	})
	err := do(ctx)
	close(done)
	ticker.Wait()
	return err
}
