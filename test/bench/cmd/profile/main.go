// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command profile takes profiles of the container's server under load, as it is served: the CPU and the allocations of
// recorded calls over TLS. Run it in test/bench.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/bench/load"
	"workload.example.io/interpreter/test/bench/servers"
	"workload.example.io/interpreter/test/faults"
)

// profiling is the file that is laid over the server's main package.
//
//go:embed overlay/profile.go.txt
var profiling []byte

func main() {
	out := flag.String("o", "../../.cache/profile", "write cpu.pprof and allocs.pprof into this `folder`")
	took := flag.Duration("time", 10*time.Second, "how long to ask")
	operation := flag.String("operation", "", "ask this `operation` only, not an even mix of all")
	connections := flag.Int("connections", 8, "how many connections to ask over")
	flag.Parse()
	if err := run(*out, *took, *operation, *connections); err != nil {
		fmt.Fprintf(os.Stderr, "profile: %v\n", err)
		os.Exit(1)
	}
}

func run(out string, took time.Duration, operation string, connections int) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "profile")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	set, err := build(dir)
	if err != nil {
		return err
	}
	running := filepath.Join(dir, "running")
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(running, nil, 0o600); err != nil {
		return err
	}
	_ = os.Setenv("PROFILE", out)
	_ = os.Setenv("PROFILE_RUNNING", running)
	server, err := set.Start(servers.Ours)
	if err != nil {
		return err
	}
	defer server.Kill()
	if err := ask(set, server, took, operation, connections); err != nil {
		return err
	}
	if err := server.Process.Process.Signal(syscall.SIGUSR1); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := faults.Until(ctx, func() bool { _, err := os.Stat(running); return os.IsNotExist(err) }); err != nil {
		return fmt.Errorf("cannot take the profile: %w", err)
	}
	fmt.Printf("go tool pprof -top -cum %s/cpu.pprof\ngo tool pprof -top -sample_index=alloc_objects %s/allocs.pprof\n", out, out)
	return nil
}

// build builds the server with the profiling laid over it.
func build(dir string) (*servers.Set, error) {
	source, file := filepath.Join(dir, "profile.go"), filepath.Join(dir, "overlay.json")
	target, err := filepath.Abs("../../knative/profile.go")
	if err != nil {
		return nil, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{target: source}})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(source, profiling, 0o600); err != nil {
		return nil, err
	}
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return nil, err
	}
	_ = os.Setenv("GOFLAGS", "-overlay="+file)
	return servers.Build(dir, func(text string) { fmt.Fprintln(os.Stderr, text) }, servers.Ours)
}

// ask asks for a while.
func ask(set *servers.Set, server *servers.Server, took time.Duration, operation string, connections int) error {
	recorded, err := calls.Recorded("../..")
	if err != nil {
		return err
	}
	if operation != "" {
		recorded = calls.Of(recorded, configv1alpha1.InterpreterOperation(operation))
	}
	var questions []load.Question
	for _, call := range calls.Mix(recorded) {
		questions = append(questions, load.Ask(call.Name, server.Path(0), call.Body, ""))
	}
	if len(questions) == 0 {
		return fmt.Errorf("cannot ask %s: want an operation of Karmada", operation)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(set.Roots)
	config := &tls.Config{RootCAs: roots, ServerName: "127.0.0.1"}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := faults.Until(ctx, func() bool {
		conn, err := load.Dial(server.Address(), config)
		if err == nil {
			conn.Close()
		}
		return err == nil
	}); err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	before, err := server.CPU()
	if err != nil {
		return err
	}
	result, err := load.Run(context.Background(), connections, load.Until{Time: took}, load.Callers(server.Address(), config, questions))
	if err != nil {
		return err
	}
	after, err := server.CPU()
	fmt.Printf("%d calls, %.1f us of CPU each\n", len(result.Durations), float64((after-before).Microseconds())/float64(len(result.Durations)))
	return err
}
