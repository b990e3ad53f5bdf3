// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/bench/load"
	"workload.example.io/interpreter/test/bench/servers"
	"workload.example.io/interpreter/test/faults"
)

// plan says what is measured and how often.
type plan struct {
	rounds      int
	took        time.Duration
	connections int
	each        bool
	start       bool
	pipe        bool
}

// comparison is a comparison that runs.
type comparison struct {
	plan   plan
	pair   faults.Pair
	tls    *tls.Config
	groups []group
	table  *table
}

// group is questions that are asked together.
type group struct {
	name      string
	questions []load.Question
}

func compare(ctx context.Context, plan plan, dir string, subjects []subject) (*table, error) {
	pair, pem, err := faults.WritePair(dir)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	c := &comparison{plan: plan, pair: pair, table: &table{}, tls: &tls.Config{RootCAs: roots, ServerName: "127.0.0.1"}}
	recorded, err := calls.Recorded("../..")
	if err != nil {
		return nil, err
	}
	c.groups = append(c.groups, questions("all operations", calls.Mix(recorded)))
	for _, operation := range calls.Operations {
		if plan.each {
			c.groups = append(c.groups, questions(string(operation), calls.Of(recorded, operation)))
		}
	}
	if plan.start {
		return c.table, c.rounds(subjects, func(s subject) error { return c.started(ctx, s) })
	}
	running := map[string]*servers.Server{}
	for _, s := range subjects {
		server, err := c.serve(s)
		if err != nil {
			return nil, err
		}
		defer server.Kill()
		if err := c.first(ctx, server); err != nil {
			return nil, err
		}
		running[s.name] = server
	}
	for _, g := range c.groups {
		if err := c.rounds(subjects, func(s subject) error { return c.asked(ctx, g, running[s.name]) }); err != nil {
			return nil, err
		}
	}
	return c.table, nil
}

func questions(name string, some []calls.Call) group {
	g := group{name: name}
	for _, call := range some {
		g.questions = append(g.questions, load.Ask(call.Name, "/interpreter-workload", call.Body, ""))
	}
	return g
}

// rounds measures every subject in each round, in an order that is shuffled each time.
func (c *comparison) rounds(subjects []subject, measure func(subject) error) error {
	for range c.plan.rounds {
		for _, i := range rand.Perm(len(subjects)) {
			if err := measure(subjects[i]); err != nil {
				return fmt.Errorf("%s: %w", subjects[i].name, err)
			}
		}
	}
	return nil
}

// serve starts a server.
func (c *comparison) serve(s subject) (*servers.Server, error) {
	process, err := servers.Command(s.binary, c.pair)
	if err != nil {
		return nil, err
	}
	process.Env = append(process.Env, s.settings...)
	if c.plan.pipe {
		process.Stderr = discard{}
	}
	return &servers.Server{Process: process, Name: s.name}, process.Cmd.Start()
}

// discard makes os/exec connect a pipe, where io.Discard would make it open /dev/null.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return io.Discard.Write(p) }

// first asks until there is an answer.
func (c *comparison) first(ctx context.Context, server *servers.Server) error {
	return load.Await(ctx, server.Address(), c.tls, &c.groups[0].questions[0])
}

func us(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

// asked asks the questions of a group for a while.
func (c *comparison) asked(ctx context.Context, g group, server *servers.Server) error {
	before, err := server.CPU()
	if err != nil {
		return err
	}
	callers := load.Callers(server.Address(), c.tls, g.questions)
	result, err := load.Run(ctx, c.plan.connections, load.Until{Time: c.plan.took}, callers)
	if err == nil {
		err = result.Err
	}
	after, cpuErr := server.CPU()
	if err = errors.Join(err, cpuErr); err != nil {
		return err
	}
	c.table.add(g.name+": CPU per call, us", server.Name, us(after-before)/float64(len(result.Durations)))
	c.table.add(g.name+": p50, us", server.Name, us(result.Quantile(0.5)))
	return nil
}

// started starts a server and asks it a first time, and then often.
func (c *comparison) started(ctx context.Context, s subject) error {
	began := time.Now()
	server, err := c.serve(s)
	if err != nil {
		return err
	}
	defer server.Kill()
	if err := c.first(ctx, server); err != nil {
		return err
	}
	c.table.add("exec to first answer, us", s.name, us(time.Since(began)))
	cpu, err := server.CPU()
	if err != nil {
		return err
	}
	c.table.add("CPU to first answer, us", s.name, us(cpu))
	memory, err := server.Memory("VmRSS")
	if err != nil {
		return err
	}
	c.table.add("resident after one call, MB", s.name, float64(memory)/1e6)
	result, err := load.Run(ctx, 8, load.Until{Calls: 10_000}, load.Callers(server.Address(), c.tls, c.groups[0].questions))
	if err == nil {
		err = result.Err
	}
	if err != nil {
		return err
	}
	memory, err = server.Memory("VmRSS")
	c.table.add("resident after 10000 calls more, MB", s.name, float64(memory)/1e6)
	return err
}
