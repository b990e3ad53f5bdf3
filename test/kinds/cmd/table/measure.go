// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// sample is what one question costs.
type sample struct {
	time        float64 // microseconds of CPU
	allocations float64
}

// measure runs ask in batches of ten and returns the median batch.
func measure(runs int, ask func()) sample {
	const batch = 10
	for range batch {
		ask()
	}
	runtime.GC() // what the other side left behind is not this one's to collect
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	batches := max(runs/batch, 1)
	times := make([]float64, 0, batches)
	for range batches {
		began := cpu()
		for range batch {
			ask()
		}
		times = append(times, float64((cpu()-began).Nanoseconds())/1e3/batch)
	}
	runtime.ReadMemStats(&after)
	slices.Sort(times)
	return sample{time: times[len(times)/2], allocations: float64(after.Mallocs-before.Mallocs) / float64(batches*batch)}
}

// cpu is the time that this process has used, its garbage collection included. What else the machine does is not in it.
func cpu() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}

// samples are those of several questions.
type samples struct {
	times       []float64
	allocations float64
}

func (s *samples) add(one sample) {
	s.times = append(s.times, one.time)
	s.allocations += one.allocations
}

func (s *samples) mean() float64 {
	total := 0.0
	for _, t := range s.times {
		total += t
	}
	return total / float64(len(s.times))
}

func (s *samples) meanAllocations() float64 { return s.allocations / float64(len(s.times)) }

// String shows the median, the mean and the worst.
func (s *samples) String() string {
	sorted := slices.Sorted(slices.Values(s.times))
	return fmt.Sprintf("%.1f, %.1f, %.1f", sorted[len(sorted)/2], s.mean(), sorted[len(sorted)-1])
}
