// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"

	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/bench/load"
	"workload.example.io/interpreter/test/bench/report"
	"workload.example.io/interpreter/test/bench/servers"
	"workload.example.io/interpreter/test/contract"
	"workload.example.io/interpreter/test/faults"
)

// storm asks InterpretStatus and InterpretHealth in turn by Karmada's own client, as after a restart of its controllers.
// The client believes to call another host, so it speaks HTTP/1.1 as it does to every webhook that is not on loopback.
func storm(ctx context.Context, b *bench) error {
	quiet()
	usable, err := b.usable(ctx)
	if err != nil {
		return err
	}
	b.note(fmt.Sprintf("The storm is %d calls for each server and width, InterpretStatus and InterpretHealth in turn, by Karmada's client "+
		"over HTTP/1.1 and TLS through a tunnel, as through HTTPS_PROXY.", b.plan.rounds*b.plan.storm))
	questions := calls.Mix(slices.Concat(calls.Of(usable, "InterpretStatus"), calls.Of(usable, "InterpretHealth")))
	var cells []cell
	for _, atOnce := range []int{5, 80} {
		for _, subject := range []string{servers.Ours, servers.Example} {
			server, err := b.server(ctx, subject)
			if err != nil {
				return err
			}
			client, err := contract.NewClient("https://"+net.JoinHostPort(faults.RemoteHost, server.Port)+server.Path(0), b.set.Roots, 30)
			if err != nil {
				return err
			}
			defer client.Close()
			ask, err := through(client, questions)
			if err != nil {
				return err
			}
			cells = append(cells, cell{fmt.Sprintf("%d at a time", atOnce), subject, func(ctx context.Context) ([]sample, error) {
				return b.rush(ctx, server, atOnce, ask)
			}})
		}
	}
	return b.rounds(ctx, report.Storm, cells)
}

// rush sends a round's share of the storm. Calls that fail are counted.
func (b *bench) rush(ctx context.Context, server *servers.Server, atOnce int, ask asker) ([]sample, error) {
	before, err := server.CPU()
	if err != nil {
		return nil, err
	}
	caller := func(int) (func(int) error, func(), error) {
		return func(n int) error { return ask(ctx, n) }, func() {}, nil
	}
	result, err := load.Run(ctx, atOnce, load.Until{Calls: b.plan.storm}, caller)
	if err != nil {
		return nil, err
	}
	if result.Failed > 0 {
		say(fmt.Sprintf("%s: %d calls failed, the first with: %v", server.Name, result.Failed, result.Err))
	}
	after, err := server.CPU()
	return append(walls(result), perCall(after-before, result), sample{report.Failed, "", float64(result.Failed)}), err
}

// tunnel opens an HTTP proxy that leads each CONNECT to the port that it names on this machine, whatever the host, and
// has Karmada's clients use it for every host but loopback. They read that from the environment once, at the first call.
func tunnel() (net.Listener, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		err = os.Setenv("HTTPS_PROXY", "http://"+listener.Addr().String())
	}
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go lead(from)
		}
	}()
	return listener, nil
}

func lead(from net.Conn) {
	defer from.Close()
	request, err := http.ReadRequest(bufio.NewReader(from))
	if err != nil || request.Method != http.MethodConnect {
		return
	}
	_, port, _ := net.SplitHostPort(request.Host)
	to, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		return
	}
	defer to.Close()
	if _, err := io.WriteString(from, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(to, from) // the client sends nothing before the answer, so nothing is left in the reader
		_ = to.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(from, to)
}
