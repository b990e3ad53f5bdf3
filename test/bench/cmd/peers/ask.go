// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/bench/load"
	"workload.example.io/interpreter/test/bench/servers"
	"workload.example.io/interpreter/test/faults"
)

// successful is in every answer that Karmada can use.
const successful = `"successful":true`

// server returns a server that runs, and starts it if it does not yet.
func (b *bench) server(ctx context.Context, name string) (*servers.Server, error) {
	if server := b.running[name]; server != nil {
		return server, nil
	}
	server, err := b.set.Start(name)
	if err != nil {
		return nil, err
	}
	b.running[name] = server
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	err = faults.Until(ctx, func() bool {
		conn, err := load.Dial(server.Address(), b.tls)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s does not answer: %w", name, err)
	}
	return server, nil
}

// usable returns the calls that Karmada's example answers too, and notes the others.
func (b *bench) usable(ctx context.Context) ([]calls.Call, error) {
	example, err := b.server(ctx, servers.Example)
	if err != nil {
		return nil, err
	}
	var usable []calls.Call
	var without []string
	for _, call := range b.recorded {
		if b.answered(example, call) {
			usable = append(usable, call)
		} else {
			without = append(without, call.Name)
		}
	}
	if len(without) > 0 {
		b.note(fmt.Sprintf("The example webhook fails %d of the %d recorded calls, so they are left out for all: %s.",
			len(without), len(b.recorded), strings.Join(without, ", ")))
	}
	return usable, nil
}

func (b *bench) note(text string) {
	for _, note := range b.result.Notes {
		if note == text {
			return
		}
	}
	b.result.Notes = append(b.result.Notes, text)
}

// answered asks once.
func (b *bench) answered(server *servers.Server, call calls.Call) bool {
	conn, err := load.Dial(server.Address(), b.tls)
	if err != nil {
		return false
	}
	defer conn.Close()
	question := load.Ask(call.Name, server.Path(0), call.Body, successful)
	_, err = conn.Do(&question)
	return err == nil
}

// questions makes calls ready for a server. The bare server is told how long the interpreter's answer is.
func (b *bench) questions(ctx context.Context, server *servers.Server, some []calls.Call) ([]load.Question, error) {
	var questions []load.Question
	for _, call := range some {
		contains := successful
		if server.Name == servers.Bare {
			contains = ""
		}
		n, err := b.length(ctx, call)
		if err != nil {
			return nil, err
		}
		questions = append(questions, load.Ask(call.Name, server.Path(n), call.Body, contains))
	}
	return questions, nil
}

func (b *bench) length(ctx context.Context, call calls.Call) (int, error) {
	if n, ok := b.lengths[call.Name]; ok {
		return n, nil
	}
	answer, err := b.answer(ctx, call)
	b.lengths[call.Name] = len(answer)
	return len(answer), err
}

// answer is what the interpreter answers.
func (b *bench) answer(ctx context.Context, call calls.Call) ([]byte, error) {
	ours, err := b.server(ctx, servers.Ours)
	if err != nil {
		return nil, err
	}
	conn, err := load.Dial(ours.Address(), b.tls)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	question := load.Ask(call.Name, ours.Path(0), call.Body, successful)
	return conn.Do(&question)
}

// overTLS is a cell that asks a server over a number of connections.
func (b *bench) overTLS(ctx context.Context, name, subject string, connections int, until load.Until, some []calls.Call) (cell, error) {
	server, err := b.server(ctx, subject)
	if err != nil {
		return cell{}, err
	}
	questions, err := b.questions(ctx, server, some)
	if err != nil {
		return cell{}, fmt.Errorf("%s: %w", subject, err)
	}
	return cell{name, subject, func(ctx context.Context) ([]sample, error) {
		return measure(ctx, server, connections, until, load.Callers(server.Address(), b.tls, questions))
	}}, nil
}

type callers = func(int) (func(int) error, func(), error)

// measure runs callers against a server and reads the server's CPU clock when they are connected and at the end. A call that fails
// ends it.
func measure(ctx context.Context, server *servers.Server, n int, until load.Until, callers callers) ([]sample, error) {
	var before time.Duration
	connected := func(i int) (call func(int) error, end func(), err error) {
		if call, end, err = callers(i); err == nil && i == n-1 {
			before, err = server.CPU()
		}
		return call, end, err
	}
	result, err := load.Run(ctx, n, until, connected)
	if err != nil {
		return nil, err
	}
	if result.Failed > 0 {
		return nil, fmt.Errorf("%d calls failed, the first with: %w", result.Failed, result.Err)
	}
	after, err := server.CPU()
	return append(walls(result), perCall(after-before, result)), err
}
