// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package capacity

import (
	"fmt"
	"math"

	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/bench/report"
	"workload.example.io/interpreter/test/bench/servers"
)

// network is the time there and back that the tables assume: what an ingress in the same cluster takes.
const network = 0.002

// Measured takes the costs from a comparison.
func Measured(r *report.Result) (Costs, error) {
	var missing error
	median := func(key report.Key, subject string) float64 {
		samples := r.Samples(key, subject)
		if len(samples) == 0 {
			missing = fmt.Errorf("cannot find %q, %q, %q of %s: run the whole comparison", key.Section, key.Case, key.Measure, subject)
		}
		return report.Summarize(samples).Median / 1e6
	}
	few, many := median(report.Key{Section: report.Members, Case: "1 members", Measure: report.CPU}, servers.Ours),
		median(report.Key{Section: report.Members, Case: "5000 members", Measure: report.CPU}, servers.Ours)
	size, err := memberSize()
	costs := Costs{
		CPU:        microseconds(median(report.Key{Section: report.Connections, Case: report.Eight, Measure: report.CPU}, servers.Ours)),
		Member:     math.Round((many-few)/4999*1e8) / 1e8,
		MemberSize: size,
		Handshake:  microseconds(median(report.Key{Section: report.OneConnection, Case: report.NewConnection, Measure: report.Handshake}, servers.Ours)),
		Client:     microseconds(median(report.Key{Section: report.Client, Case: "ReviseReplica", Measure: report.P50}, servers.Bare)),
		Network:    network,
	}
	if missing == nil {
		missing = err
	}
	return costs, missing
}

// memberSize is how much an ordinary member's status adds to a body.
func memberSize() (float64, error) {
	few, err := calls.Members(1000)
	if err != nil {
		return 0, err
	}
	many, err := calls.Members(9000)
	return math.Round(float64(len(many.Body)-len(few.Body)) / 8000), err
}

func microseconds(seconds float64) float64 { return math.Round(seconds*1e6) / 1e6 }
