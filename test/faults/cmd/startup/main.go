// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command startup compares the container's server with Karmada's example webhook and with a bare net/http server, all
// over TLS and in one run: the time from exec to the first answer, the memory after 10,000 calls and the size of the
// binary. It runs in test/faults and needs port 8080 free, because the example opens it and has no flag for it.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/tools/txtar"

	"workload.example.io/interpreter/test/faults"
)

const (
	starts = 21     // of each server; the median counts
	calls  = 10_000 // before memory is read
)

// subject is one of the servers that are compared.
type subject struct {
	name, dir, pkg string
	arguments      func(port string) []string
	environment    []string

	times  []time.Duration
	memory int64
	size   int64
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "startup: %v\n", err)
		os.Exit(1)
	}
}

func run() error {
	if listener, err := net.Listen("tcp", ":8080"); err != nil {
		return fmt.Errorf("cannot run Karmada's example webhook, which needs port 8080: %w", err)
	} else if err := listener.Close(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "startup")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	pair, roots, err := faults.WritePair(dir)
	if err != nil {
		return err
	}
	question, err := recorded("../../function/testdata/calls/ReviseReplica-01-controller-nginx.txtar")
	if err != nil {
		return err
	}
	client := newClient(roots, question)
	subjects := subjects(dir, pair)
	for i := range subjects {
		s := &subjects[i]
		fmt.Fprintf(os.Stderr, "building %s\n", s.name)
		binary, err := faults.Build(s.dir, s.pkg, dir)
		if err != nil {
			return err
		}
		info, err := os.Stat(binary)
		if err != nil {
			return err
		}
		s.size, s.pkg = info.Size(), binary
	}
	for round := range starts { // in turn, so that a busy moment of the machine hits all of them
		for i := range subjects {
			if err := subjects[i].measure(client, round == starts-1); err != nil {
				return fmt.Errorf("%s: %w", subjects[i].name, err)
			}
		}
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, starts)
	}
	fmt.Printf("%-28s %14s %14s %12s %12s\n", "over TLS", "start, median", "start, least", "resident", "binary")
	for _, s := range subjects {
		slices.Sort(s.times)
		fmt.Printf("%-28s %11.1f ms %11.1f ms %9.1f MB %9.1f MB\n", s.name,
			ms(s.times[starts/2]), ms(s.times[0]), float64(s.memory)/1e6, float64(s.size)/1e6)
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func subjects(dir string, pair faults.Pair) []subject {
	kubeconfig := filepath.Join(dir, "kubeconfig") // of an API server that is not there: it is not asked
	_ = os.WriteFile(kubeconfig, []byte("apiVersion: v1\nkind: Config\nclusters: [{name: a, cluster: {server: \"https://127.0.0.1:1\"}}]\n"+
		"contexts: [{name: a, context: {cluster: a}}]\ncurrent-context: a\n"), 0o600)
	tls := []string{"TLS_CERT_FILE=" + pair.Cert, "TLS_KEY_FILE=" + pair.Key, "LOG_LEVEL=warn"}
	return []subject{
		{name: "this function", dir: "../..", pkg: "./knative", environment: tls},
		{name: "Karmada's example webhook", dir: ".", pkg: "github.com/karmada-io/karmada/examples/customresourceinterpreter/webhook",
			environment: []string{"KUBECONFIG=" + kubeconfig},
			arguments: func(port string) []string {
				return []string{"--bind-address=127.0.0.1", "--secure-port=" + port, "--cert-dir=" + dir, "--v=0"}
			}},
		{name: "bare net/http", dir: ".", pkg: "./cmd/bare", environment: tls},
	}
}

// measure starts the subject once and times its first answer; in the last round it also sends the calls.
func (s *subject) measure(client *caller, last bool) error {
	port, err := faults.FreePort()
	if err != nil {
		return err
	}
	p := faults.Command(s.pkg, port, s.environment...)
	if s.arguments != nil {
		p.Args = append(p.Args, s.arguments(port)...)
	}
	p.Stderr = nil
	began := time.Now()
	if err := p.Start(); err != nil {
		return err
	}
	defer func() { _ = errors.Join(p.Process.Kill(), p.Wait()) }()
	if err := client.first(p.Address()); err != nil {
		return err
	}
	s.times = append(s.times, time.Since(began))
	if last {
		if err := client.send(p.Address(), calls); err != nil {
			return err
		}
		s.memory, err = p.Memory("VmRSS")
	}
	return err
}

func recorded(path string) ([]byte, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	for _, file := range archive.Files {
		if file.Name == "request.json" {
			var compact bytes.Buffer
			err := json.Compact(&compact, file.Data)
			return compact.Bytes(), err
		}
	}
	return nil, fmt.Errorf("no request in %s", path)
}
