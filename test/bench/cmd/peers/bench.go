// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"time"

	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/bench/report"
	"workload.example.io/interpreter/test/bench/servers"
)

// plan is how long everything takes.
type plan struct {
	rounds int
	one    time.Duration // a cell of one connection, of Karmada's client or of growth
	many   time.Duration // a cell of many connections
	storm  int           // calls of a cell of the storm, in each round
}

var (
	full  = plan{rounds: 20, one: 150 * time.Millisecond, many: time.Second, storm: 5000}
	brief = plan{rounds: 5, one: 25 * time.Millisecond, many: 300 * time.Millisecond, storm: 1000}
)

// section is a part of the comparison.
type section struct {
	name, title string
	run         func(context.Context, *bench) error
}

var sections = []section{
	{"process", report.Process, process},
	{"one", report.OneConnection, oneConnection},
	{"many", report.Connections, connections},
	{"client", report.Client, client},
	{"bodies", report.Bodies, bodies},
	{"members", report.Members, members},
	{"storm", report.Storm, storm},
}

// bench is a comparison that runs.
type bench struct {
	plan     plan
	dir      string
	set      *servers.Set
	tls      *tls.Config
	recorded []calls.Call
	running  map[string]*servers.Server
	lengths  map[string]int // of the interpreter's answer to each call
	keys     []report.Key   // in the order of the report
	result   *report.Result
	progress string
	tunnel   net.Listener
}

func newBench(plan plan) (b *bench, err error) {
	if err := servers.CheckPort(); err != nil {
		return nil, err
	}
	b = &bench{plan: plan, running: map[string]*servers.Server{}, lengths: map[string]int{},
		result: &report.Result{Rounds: plan.rounds, Machine: servers.ThisMachine()}}
	if b.recorded, err = calls.Recorded("../.."); err != nil {
		return nil, err
	}
	if b.tunnel, err = tunnel(); err != nil {
		return nil, err
	}
	if b.dir, err = os.MkdirTemp("", "peers"); err != nil {
		b.close()
		return nil, err
	}
	if b.set, err = servers.Build(b.dir, say, servers.Ours, servers.Example, servers.Bare); err != nil {
		b.close()
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(b.set.Roots)
	b.tls = &tls.Config{RootCAs: roots, ServerName: "127.0.0.1"}
	return b, nil
}

func (b *bench) close() {
	for _, server := range b.running {
		server.Kill()
	}
	_ = errors.Join(b.tunnel.Close(), os.RemoveAll(b.dir))
}

func say(text string) { fmt.Fprintln(os.Stderr, text) }

func (b *bench) finish(began time.Time) {
	b.result.Seconds = int(time.Since(began).Seconds())
	b.result.Machine.LoadAfter = servers.Load()
	b.result.Sort(b.keys, append(servers.All, servers.Lua, servers.Native))
}

// sample is one thing that a cell measured.
type sample struct {
	measure, unit string
	value         float64
}

// cell measures one subject in one case.
type cell struct {
	name, subject string
	run           func(context.Context) ([]sample, error)
}

// rounds runs all cells in every round, in an order that is shuffled each time, so that what else the machine does hits
// all of them alike.
func (b *bench) rounds(ctx context.Context, section string, cells []cell) error {
	said, began := time.Now(), time.Now()
	inOrder := slices.Clone(cells)
	for round := range b.plan.rounds {
		rand.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		for _, c := range cells {
			samples, err := c.run(ctx)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", c.name, c.subject, err)
			}
			for _, s := range samples {
				b.result.Add(report.Key{Section: section, Case: c.name, Measure: s.measure}, s.unit, c.subject, s.value)
			}
		}
		if round == 0 {
			b.order(section, inOrder)
		}
		if done := round + 1; done == b.plan.rounds || time.Since(said) > 5*time.Second {
			said = time.Now()
			left := time.Since(began) / time.Duration(done) * time.Duration(b.plan.rounds-done)
			say(fmt.Sprintf("%s: round %d of %d, %.0f s left", b.progress, done, b.plan.rounds, left.Seconds()))
		}
	}
	return nil
}

// order notes the keys in the order of the cells, which is the order of the report.
func (b *bench) order(section string, cells []cell) {
	for _, c := range cells {
		for _, s := range b.result.Of(section) {
			if s.Case == c.name && !slices.Contains(b.keys, s.Key) {
				b.keys = append(b.keys, s.Key)
			}
		}
	}
}
