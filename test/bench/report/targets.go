// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"

	"workload.example.io/interpreter/test/bench/servers"
)

// The sections, cases and measures that targets are about.
const (
	OneConnection = "One connection over TLS"
	Connections   = "Many connections over TLS"
	Client        = "Through Karmada's own client"
	Process       = "Process"
	Bodies        = "Growth of the body"
	Members       = "Growth of the fleet"
	Storm         = "Restart storm by Karmada's own client"

	P50        = "p50"
	P99        = "p99"
	CPU        = "server CPU per call"
	Throughput = "throughput"
	FirstReply = "exec to first answer"
	Failed     = "failed calls"
	Handshake  = "server CPU per TLS handshake"

	NewConnection = "new connection, RSA 2048"

	Eight         = "8 connections"
	EightRevising = "8 connections, ReviseReplica"
	Small         = "5 KiB"
	Large         = "6 MiB"
)

// Target is something to reach, and whether it is.
type Target struct {
	Name string
	// At is the most that is wanted, Got the median over the rounds, of which a quarter is below Q1 and above Q3.
	At float64
	Summary
	Worst string // the case that Got is about, if several count
}

// Met reports whether the target is reached.
func (t Target) Met() bool { return t.Median <= t.At }

func (t Target) row() []string {
	verdict := "**missed**"
	if t.Met() {
		verdict = "met"
	}
	got := number(t.Median)
	if t.Q1 != t.Q3 {
		got += fmt.Sprintf(" (%s..%s)", number(t.Q1), number(t.Q3))
	}
	if t.Worst != "" {
		got += ", " + t.Worst
	}
	return []string{t.Name, "at most " + number(t.At), got, verdict}
}

// Targets returns the targets in the light of the result.
func (r *Result) Targets() []Target {
	cpu, revising := Key{Connections, Eight, CPU}, Key{Connections, EightRevising, CPU}
	ratio := func(name string, at float64, key Key, other string) Target {
		return Target{Name: name, At: at, Summary: r.Ratio(key, servers.Ours, other)}
	}
	failed := Target{Name: "calls that fail in the storm"}
	for _, s := range r.Of(Storm) {
		if s.Subject == servers.Ours && s.Measure == Failed {
			failed.N = len(s.Samples)
			for _, n := range s.Samples {
				failed.Median += n
			}
		}
	}
	failed.Q1, failed.Q3 = failed.Median, failed.Median
	return []Target{
		ratio("server CPU per call, 8 connections: interpreter / example webhook", 1.0/7, cpu, servers.Example),
		ratio("server CPU per call, 8 connections: interpreter / bare net/http", 2, cpu, servers.Bare),
		ratio("the same, ReviseReplica alone: interpreter / example webhook", 1.0/7, revising, servers.Example),
		ratio("the same, ReviseReplica alone: interpreter / bare net/http", 2, revising, servers.Bare),
		r.worst("p50, one connection, worst operation: interpreter / bare net/http", 1.5, OneConnection, servers.Bare),
		r.worst("wall time of Karmada's client, worst operation: interpreter / Lua in Karmada", 1, Client, servers.Lua),
		ratio("exec to first answer: interpreter / bare net/http", 1.3, Key{Process, "start", FirstReply}, servers.Bare),
		{Name: "server CPU per byte: 6 MiB / 5 KiB", At: 1.5, Summary: r.growth()},
		failed,
	}
}

// worst returns the operation whose median is farthest from the other's.
func (r *Result) worst(name string, at float64, section, other string) Target {
	target := Target{Name: name, At: at}
	for _, s := range r.Of(section) {
		if s.Subject != servers.Ours || s.Measure != P50 {
			continue
		}
		if ratio := r.Ratio(s.Key, servers.Ours, other); ratio.N > 0 && ratio.Median > target.Median {
			target.Summary, target.Worst = ratio, s.Case
		}
	}
	return target
}

// growth compares the cost of a byte.
func (r *Result) growth() Summary {
	small, large := r.Samples(Key{Bodies, Small, CPU}, servers.Ours), r.Samples(Key{Bodies, Large, CPU}, servers.Ours)
	ratios := Ratios(large, small)
	for i := range ratios {
		ratios[i] *= 5.0 / (6 << 10)
	}
	return Summarize(ratios)
}
