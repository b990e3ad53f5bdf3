// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package telemetry

import (
	"io"
	"sync"
	"time"
)

const (
	// maxAge is how long a line may wait for others, with which it is written at once.
	maxAge = 100 * time.Millisecond
	// maxWaiting is how many bytes may wait: some 80 lines, half of what a pipe of Linux holds.
	maxWaiting = 32 << 10
)

// sink is where all lines of a log go, in their order. Lines of calls may wait for others; any other line is written at once, with
// those that wait before it.
type sink struct {
	mu      sync.Mutex
	to      io.Writer
	batches bool      // lines may wait
	waiting []byte    // whole lines
	wrote   time.Time // when a line of a call was last written
}

// Write writes what waits and then p.
func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flush()
	return s.to.Write(p)
}

// later writes the line of a call that ended now, or keeps it for at most maxAge if one was written shortly before: a lonely line
// never waits.
func (s *sink) later(line []byte, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.batches || len(s.waiting) == 0 && now.Sub(s.wrote) >= maxAge {
		s.wrote = now
		_, _ = s.to.Write(line)
		return
	}
	if len(s.waiting) == 0 {
		time.AfterFunc(maxAge, s.lapse)
	}
	s.waiting = append(s.waiting, line...)
	if len(s.waiting) >= maxWaiting {
		s.flush()
	}
}

// lapse writes what has waited long enough.
func (s *sink) lapse() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flush()
}

// flush writes what waits. The caller holds the lock.
func (s *sink) flush() {
	if len(s.waiting) > 0 {
		s.wrote = time.Now()
		_, _ = s.to.Write(s.waiting)
		s.waiting = s.waiting[:0]
	}
}

// batch says whether lines may wait from now on, and writes those that do.
func (s *sink) batch(may bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches = may
	s.flush()
}
