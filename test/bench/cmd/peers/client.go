// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook/request"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/klog/v2"

	"workload.example.io/interpreter/test/bench/bare"
	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/bench/inprocess"
	"workload.example.io/interpreter/test/bench/load"
	"workload.example.io/interpreter/test/bench/report"
	"workload.example.io/interpreter/test/bench/servers"
	"workload.example.io/interpreter/test/contract"
)

// asker asks the n-th question through code of Karmada.
type asker func(ctx context.Context, n int) error

// client asks each operation as Karmada does: by its own client, and within its own process.
func client(ctx context.Context, b *bench) error {
	quiet()
	usable, err := b.usable(ctx)
	if err != nil {
		return err
	}
	b.note("Through Karmada's client each operation is one recorded call, over one connection with HTTP/2 as Karmada does on loopback. " +
		"Beside it, the bare server answers from memory with the interpreter's answer: what is left is Karmada's client.")
	scripts, err := inprocess.Lua()
	if err != nil {
		return err
	}
	askers := map[string]func([]calls.Call) (asker, error){
		servers.Lua:    func(some []calls.Call) (asker, error) { return within(scripts, some) },
		servers.Native: func(some []calls.Call) (asker, error) { return within(inprocess.Native(), some) },
	}
	for _, subject := range []string{servers.Ours, servers.Example, servers.Bare} {
		server, err := b.server(ctx, subject)
		if err != nil {
			return err
		}
		path := server.Path(0)
		if subject == servers.Bare {
			path = bare.Recall
		}
		client, err := contract.NewClient("https://"+server.Address()+path, b.set.Roots, 10)
		if err != nil {
			return err
		}
		defer client.Close()
		askers[subject] = func(some []calls.Call) (asker, error) { return through(client, some) }
	}
	var cells []cell
	for _, operation := range calls.Operations {
		call := calls.Of(usable, operation)[:1]
		if err := b.remember(ctx, call[0]); err != nil {
			return err
		}
		for _, subject := range []string{servers.Ours, servers.Example, servers.Bare, servers.Lua, servers.Native} {
			if subject == servers.Native && operation == "InterpretComponent" {
				continue // Karmada has none
			}
			ask, err := askers[subject](call)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", operation, subject, err)
			}
			cells = append(cells, cell{string(operation), subject, b.inTurn(ask)})
		}
	}
	return b.rounds(ctx, report.Client, cells)
}

// remember gives the bare server the interpreter's answer to a call.
func (b *bench) remember(ctx context.Context, call calls.Call) error {
	answer, err := b.answer(ctx, call)
	if err != nil {
		return err
	}
	server, err := b.server(ctx, servers.Bare)
	if err != nil {
		return err
	}
	conn, err := load.Dial(server.Address(), b.tls)
	if err != nil {
		return err
	}
	defer conn.Close()
	question := load.Ask(call.Name, bare.Remember+string(call.Operation), answer, "")
	_, err = conn.Do(&question)
	return err
}

// quiet silences the log of Karmada's code, which would be measured with it.
func quiet() {
	klog.SetSlogLogger(slog.New(slog.DiscardHandler))
}

// inTurn asks one call after the other for a while.
func (b *bench) inTurn(ask asker) func(context.Context) ([]sample, error) {
	return func(ctx context.Context) ([]sample, error) {
		caller := func(int) (func(int) error, func(), error) {
			return func(n int) error { return ask(ctx, n) }, func() {}, nil
		}
		result, err := load.Run(ctx, 1, load.Until{Time: b.plan.one}, caller)
		if err == nil {
			err = result.Err
		}
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(walls(result), func(s sample) bool { return s.measure == report.Throughput }), nil
	}
}

func within(interpreter *inprocess.Interpreter, some []calls.Call) (asker, error) {
	var questions []*inprocess.Question
	for _, call := range some {
		q, err := interpreter.Question(call.Request)
		if err != nil {
			return nil, err
		}
		questions = append(questions, q)
	}
	return func(_ context.Context, n int) error {
		_, err := interpreter.Ask(questions[n%len(questions)])
		return err
	}, nil
}

func through(client *contract.Client, some []calls.Call) (asker, error) {
	var questions []*request.Attributes
	for _, call := range some {
		attributes := &request.Attributes{Operation: call.Operation, Object: &unstructured.Unstructured{}, AggregatedStatus: call.Request.AggregatedStatus}
		if err := attributes.Object.UnmarshalJSON(call.Request.Object.Raw); err != nil {
			return nil, err
		}
		if observed := call.Request.ObservedObject; observed != nil {
			attributes.ObservedObj = &unstructured.Unstructured{}
			if err := attributes.ObservedObj.UnmarshalJSON(observed.Raw); err != nil {
				return nil, err
			}
		}
		if replicas := call.Request.DesiredReplicas; replicas != nil {
			attributes.ReplicasSet = *replicas
		}
		questions = append(questions, attributes)
	}
	return func(ctx context.Context, n int) error {
		_, err := client.Interpret(ctx, questions[n%len(questions)])
		return err
	}, nil
}
