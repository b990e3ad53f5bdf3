// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package servers builds, starts and observes the servers that are compared, each as a process of its own.
package servers

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"workload.example.io/interpreter/test/faults"
)

// The servers and interpreters that are compared.
const (
	Ours    = "interpreter"         // the container's server with its default settings: a log line for each call
	Quiet   = "interpreter, no log" // the same with LOG_LEVEL=warn
	Example = "example webhook"     // Karmada's, unmodified
	Bare    = "bare net/http"       // reads the body and writes as many bytes
	Lua     = "Lua in Karmada"      // Karmada's interpreter for customizations with scripts, in process
	Native  = "native in Karmada"   // Karmada's interpreter for a Deployment, in process
)

// All are the servers that run as processes.
var All = []string{Ours, Quiet, Example, Bare}

// Set is the built servers.
type Set struct {
	dir      string
	pair     faults.Pair
	Roots    []byte
	binaries map[string]string
}

// packages are where the servers come from, seen from test/bench. Ours is built within its own module.
var packages = map[string]struct{ dir, name string }{
	Ours:    {"../..", "./knative"},
	Example: {".", "github.com/karmada-io/karmada/examples/customresourceinterpreter/webhook"},
	Bare:    {".", "./cmd/bare"},
}

// Build builds servers from the folder test/bench of the repository into the folder dir and reports progress.
func Build(dir string, progress func(string), names ...string) (*Set, error) {
	pair, roots, err := faults.WritePair(dir)
	if err != nil {
		return nil, err
	}
	s := &Set{dir: dir, pair: pair, Roots: roots, binaries: map[string]string{}}
	for _, name := range names {
		progress("building " + name)
		if s.binaries[name], err = faults.Build(packages[name].dir, packages[name].name, dir); err != nil {
			return nil, err
		}
	}
	s.binaries[Quiet] = s.binaries[Ours]
	// The example wants an API server's address but does not ask it.
	return s, os.WriteFile(s.kubeconfig(), []byte("apiVersion: v1\nkind: Config\nclusters: [{name: a, cluster: {server: \"https://127.0.0.1:1\"}}]\n"+
		"contexts: [{name: a, context: {cluster: a}}]\ncurrent-context: a\n"), 0o600)
}

func (s *Set) kubeconfig() string { return filepath.Join(s.dir, "kubeconfig") }

// Binary returns the file of a server.
func (s *Set) Binary(name string) string { return s.binaries[name] }

// CheckPort reports whether the example's metrics port, which no flag can change, is free.
func CheckPort() error {
	listener, err := net.Listen("tcp", ":8080")
	if err != nil {
		return fmt.Errorf("cannot run Karmada's example webhook, which needs port 8080: %w; stop what listens there", err)
	}
	return listener.Close()
}

// Command prepares a server with its default settings, a free port and the pair. Its log goes nowhere.
func Command(binary string, pair faults.Pair) (*faults.Process, error) {
	port, err := faults.FreePort()
	if err != nil {
		return nil, err
	}
	p := faults.Command(binary, port)
	p.Stderr = nil
	p.Env = append(os.Environ(), "PORT="+port, "TLS_CERT_FILE="+pair.Cert, "TLS_KEY_FILE="+pair.Key)
	return p, nil
}

// Start starts a server.
func (s *Set) Start(name string) (*Server, error) {
	p, err := Command(s.binaries[name], s.pair)
	if err != nil {
		return nil, err
	}
	switch name {
	case Quiet:
		p.Env = append(p.Env, "LOG_LEVEL=warn")
	case Example:
		p.Env = append(p.Env, "KUBECONFIG="+s.kubeconfig())
		p.Args = append(p.Args, "--bind-address=127.0.0.1", "--secure-port="+p.Port, "--cert-dir="+s.dir)
	}
	if err := p.Start(); err != nil {
		return nil, fmt.Errorf("cannot start %s: %w", name, err)
	}
	return &Server{Process: p, Name: name}, nil
}

// Server is a server that runs.
type Server struct {
	*faults.Process
	Name string
}

// Path returns the path on which the server answers a question to which the interpreter answers with n bytes.
func (s *Server) Path(n int) string {
	if s.Name == Bare {
		return "/" + strconv.Itoa(n)
	}
	return "/interpreter-workload"
}

// Kill ends the process at once.
func (s *Server) Kill() {
	_ = errors.Join(s.Process.Process.Kill(), s.Wait())
}
