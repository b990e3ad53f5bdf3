// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package capacity

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"workload.example.io/interpreter/test/bench/report"
)

// Fleets are the numbers of clusters in the tables.
var Fleets = []int{100, 1_000, 10_000}

// Begin and End enclose the tables in the page.
const (
	Begin = "<!-- make -C test capacity: begin -->\n"
	End   = "<!-- make -C test capacity: end -->\n"
)

// Tables writes what the simulation says.
func Tables(w io.Writer, c Costs) {
	fmt.Fprintf(w, `Measured by make -C test bench-peers: %.1f us of CPU per call with its log line (cpu), %.2f us and %.0f bytes per member cluster in
AggregateStatus (cpu_per_member), %.0f us of CPU per new connection with RSA (cpu_per_connection), %.0f us of Karmada's client
per call (client). Assumed: %.0f ms of network there and back (network), one CPU per instance, %d workers, Karmada's default.

`, c.CPU*1e6, c.Member*1e6, c.MemberSize, c.Handshake*1e6, c.Client*1e6, c.Network*1e3, workers)
	rollouts(w, c)
	restarts(w, c)
}

func rollouts(w io.Writer, c Costs) {
	fmt.Fprintf(w, "One rollout of one Workload, push mode, %d changes of status per cluster over %.0f s, one instance:\n\n", changes, progress)
	rows := [][]string{{"clusters", "calls at most", "calls", "of them AggregateStatus", "each of them", "busiest second",
		"all revised after", "all done after", "CPU in all"}}
	for _, clusters := range Fleets {
		r := Rollout(c, clusters)
		aggregation := fmt.Sprintf("%.0f KB, %s", float64(clusters)*c.MemberSize/1e3, duration(c.CPU+float64(clusters)*c.Member))
		rows = append(rows, []string{count(clusters), count(Upper(clusters, changes*clusters)), count(r.Calls), count(r.Aggregations),
			aggregation, count(r.Busiest), duration(r.Revised), duration(r.Done), duration(r.CPU)})
	}
	report.Table(w, rows)
}

func restarts(w io.Writer, c Costs) {
	fmt.Fprintf(w, "\nA restart of Karmada's controllers, push mode, and of all agents within %.0f s, pull mode; %d Workloads on every cluster:\n\n",
		spread, workloads)
	rows := [][]string{{"clusters", "calls", "controllers: all done after", "of one CPU", "agents: callers at once",
		"instances so that no call fails", "all done after", "of their CPUs", "connections that wait"}}
	for _, clusters := range Fleets {
		controllers := Restart(c, clusters, workers)
		n, agents := Instances(c, clusters)
		rows = append(rows, []string{count(clusters), count(controllers.Calls), duration(controllers.Took), percent(controllers.CPU / controllers.Took),
			count(workers * clusters), count(n), duration(agents.Took), percent(agents.CPU / agents.Took / float64(n)), count(agents.Waited)})
	}
	report.Table(w, rows)
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// Page puts the tables into the page in the place of the old ones.
func Page(page []byte, c Costs) ([]byte, error) {
	before, rest, begins := bytes.Cut(page, []byte(Begin))
	_, after, ends := bytes.Cut(rest, []byte(End))
	if !begins || !ends {
		return nil, fmt.Errorf("cannot find the tables in the page: want a line %q and a line %q", strings.TrimSpace(Begin), strings.TrimSpace(End))
	}
	var tables bytes.Buffer
	Tables(&tables, c)
	return bytes.Join([][]byte{before, []byte(Begin), []byte("\n"), tables.Bytes(), []byte("\n"), []byte(End), after}, nil), nil
}

func count(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func duration(seconds float64) string {
	switch {
	case seconds < 0.001:
		return fmt.Sprintf("%.0f us", seconds*1e6)
	case seconds < 1:
		return fmt.Sprintf("%.3g ms", seconds*1e3)
	case seconds < 300:
		return fmt.Sprintf("%.3g s", seconds)
	}
	return fmt.Sprintf("%.0f min", seconds/60)
}
