// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"time"

	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/bench/load"
	"workload.example.io/interpreter/test/bench/report"
	"workload.example.io/interpreter/test/bench/servers"
)

func us(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

func walls(r *load.Result) []sample {
	return []sample{
		{report.P50, "us", us(r.Quantile(0.5))},
		{report.P99, "us", us(r.Quantile(0.99))},
		{report.Throughput, "calls/s", r.Rate()},
	}
}

func perCall(cpu time.Duration, r *load.Result) sample {
	return sample{report.CPU, "us", us(cpu) / float64(max(1, len(r.Durations)))}
}

// oneConnection asks each operation over one connection.
func oneConnection(ctx context.Context, b *bench) error {
	usable, err := b.usable(ctx)
	if err != nil {
		return err
	}
	var cells []cell
	for _, operation := range calls.Operations {
		for _, subject := range []string{servers.Ours, servers.Example, servers.Bare} {
			c, err := b.overTLS(ctx, string(operation), subject, 1, load.Until{Time: b.plan.one}, calls.Of(usable, operation))
			if err != nil {
				return err
			}
			cells = append(cells, c)
		}
	}
	for _, subject := range []string{servers.Ours, servers.Example, servers.Bare} {
		server, err := b.server(ctx, subject)
		if err != nil {
			return err
		}
		cells = append(cells, cell{report.NewConnection, subject, func(ctx context.Context) ([]sample, error) { return b.handshakes(ctx, server) }})
	}
	return b.rounds(ctx, report.OneConnection, cells)
}

// handshakes opens one connection after the other and sends nothing.
func (b *bench) handshakes(ctx context.Context, server *servers.Server) ([]sample, error) {
	before, err := server.CPU()
	if err != nil {
		return nil, err
	}
	opened := 0
	for began := time.Now(); time.Since(began) < b.plan.one && ctx.Err() == nil; opened++ {
		conn, err := load.Dial(server.Address(), b.tls)
		if err != nil {
			return nil, err
		}
		conn.Close()
	}
	after, err := server.CPU()
	return []sample{{report.Handshake, "us", us(after-before) / float64(opened)}}, err
}

// connections asks an even mix of all operations over many connections, and the one that Karmada waits for most.
func connections(ctx context.Context, b *bench) error {
	usable, err := b.usable(ctx)
	if err != nil {
		return err
	}
	var cells []cell
	for _, group := range []struct {
		name        string
		connections int
		calls       []calls.Call
	}{
		{report.Eight, 8, calls.Mix(usable)},
		{report.EightRevising, 8, calls.Of(usable, "ReviseReplica")},
		{"64 connections", 64, calls.Mix(usable)},
	} {
		for _, subject := range servers.All {
			c, err := b.overTLS(ctx, group.name, subject, group.connections, load.Until{Time: b.plan.many}, group.calls)
			if err != nil {
				return err
			}
			cells = append(cells, c)
		}
	}
	return b.rounds(ctx, report.Connections, cells)
}

// growing is one size of a question that grows.
type growing struct {
	name string
	call calls.Call
	err  error
}

// bodies asks ReviseReplica with larger and larger pod templates.
func bodies(ctx context.Context, b *bench) error {
	var sizes []growing
	for _, size := range []int{1 << 10, 5 << 10, 32 << 10, 256 << 10, 1000 << 10, 6 << 20} {
		name := fmt.Sprintf("%d KiB", size>>10)
		if size == 6<<20 {
			name = report.Large
		}
		call, err := calls.Sized(size)
		sizes = append(sizes, growing{name, call, err})
	}
	return b.grow(ctx, report.Bodies, sizes)
}

// members asks AggregateStatus with the statuses of more and more members.
func members(ctx context.Context, b *bench) error {
	var sizes []growing
	for _, n := range []int{1, 10, 100, 1000, 5000} {
		call, err := calls.Members(n)
		sizes = append(sizes, growing{fmt.Sprintf("%d members", n), call, err})
	}
	return b.grow(ctx, report.Members, sizes)
}

func (b *bench) grow(ctx context.Context, section string, sizes []growing) error {
	var cells []cell
	for _, size := range sizes {
		if size.err != nil {
			return size.err
		}
		for _, subject := range []string{servers.Ours, servers.Example, servers.Bare} {
			server, err := b.server(ctx, subject)
			if err != nil {
				return err
			}
			if subject == servers.Example && !b.answered(server, size.call) {
				b.note(fmt.Sprintf("The example webhook does not answer %s: it cuts bodies at 1 MiB.", size.call.Name))
				continue
			}
			c, err := b.overTLS(ctx, size.name, subject, 1, load.Until{Time: b.plan.one}, []calls.Call{size.call})
			if err != nil {
				return err
			}
			cells = append(cells, c)
		}
	}
	return b.rounds(ctx, section, cells)
}
