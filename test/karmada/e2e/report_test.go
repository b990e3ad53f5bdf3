// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"text/tabwriter"
	"time"
)

// report is the table that is printed at the end.
type report struct {
	mu    sync.Mutex
	lines []*line
}

type line struct {
	number, title, members, result string
	start                          time.Time
	took                           time.Duration
}

func newReport(t *testing.T) *report {
	r := &report{}
	t.Cleanup(r.print)
	return r
}

func (r *report) add(number, title, members string) *line {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := &line{number: number, title: title, members: members, result: "not run", start: time.Now()}
	r.lines = append(r.lines, l)
	return l
}

func (l *line) begin() { l.start = time.Now() }

func (l *line) end(t *testing.T) {
	l.took = time.Since(l.start)
	switch {
	case t.Failed():
		l.result = "FAILED"
	case t.Skipped():
		l.result = "skipped"
	default:
		l.result = "passed"
	}
	fmt.Printf("%-7s %s %s (%.1fs)\n", l.result, l.number, l.title, l.took.Seconds())
}

func (r *report) print() {
	slices.SortStableFunc(r.lines, func(a, b *line) int {
		x, _ := strconv.Atoi(a.number)
		y, _ := strconv.Atoi(b.number)
		return x - y
	})
	fmt.Println()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "CHECK\tWHAT\tMEMBERS\tRESULT\tTIME")
	for _, l := range r.lines {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%.1fs\n", l.number, l.title, l.members, l.result, l.took.Seconds())
	}
	_ = table.Flush()
}
