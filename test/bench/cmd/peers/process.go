// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/bench/load"
	"workload.example.io/interpreter/test/bench/report"
	"workload.example.io/interpreter/test/bench/servers"
)

const (
	settled   = 10_000 // calls before memory is read
	settledIn = 3      // rounds in which that is done
)

// process starts each server again and again. It runs before servers stay, because the example's port is taken then.
func process(ctx context.Context, b *bench) error {
	question := calls.Of(b.recorded, "ReviseReplica")[:1]
	n, err := b.length(ctx, question[0])
	if err != nil {
		return err
	}
	var cells []cell
	for _, subject := range []string{servers.Ours, servers.Example, servers.Bare} {
		sizes, err := sizes(b.set.Binary(subject))
		if err != nil {
			return err
		}
		rounds := 0
		cells = append(cells, cell{"start", subject, func(ctx context.Context) ([]sample, error) {
			rounds++
			samples, err := b.start(ctx, subject, question[0], n, rounds <= settledIn)
			return append(samples, sizes...), err
		}})
	}
	return b.rounds(ctx, report.Process, cells)
}

// start starts a server and asks until it answers.
func (b *bench) start(ctx context.Context, subject string, call calls.Call, n int, settle bool) ([]sample, error) {
	began := time.Now()
	server, err := b.set.Start(subject)
	if err != nil {
		return nil, err
	}
	defer server.Kill()
	question := load.Ask(call.Name, server.Path(n), call.Body, "")
	if err := load.Await(ctx, server.Address(), b.tls, &question); err != nil {
		return nil, err
	}
	samples := []sample{{report.FirstReply, "ms", us(time.Since(began)) / 1000}}
	if !settle {
		return samples, nil
	}
	result, err := load.Run(ctx, 8, load.Until{Calls: settled}, load.Callers(server.Address(), b.tls, []load.Question{question}))
	if err == nil {
		err = result.Err
	}
	if err != nil {
		return nil, err
	}
	memory, err := server.Memory("VmRSS")
	return append(samples, sample{fmt.Sprintf("resident after %d calls", settled), "MB", float64(memory) / 1e6}), err
}

// sizes returns the size of the binary and of the image's layer that holds it; the layers below it are the same for all.
func sizes(path string) ([]sample, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var layer counter
	compressed := gzip.NewWriter(&layer)
	size, err := io.Copy(compressed, file)
	if err == nil {
		err = compressed.Close()
	}
	return []sample{{"binary", "MB", float64(size) / 1e6}, {"binary as an image layer", "MB", float64(layer) / 1e6}}, err
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
