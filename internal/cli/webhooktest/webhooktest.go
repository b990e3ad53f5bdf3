// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package webhooktest serves interpreter endpoints over real TLS on loopback, each broken in one known way, so that tests can
// see whether a fault is found and named rightly.
package webhooktest

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"slices"
	"time"

	"workload.example.io/interpreter/internal/cli/selfsigned"
)

// Secret is the last segment of the path that every endpoint has in its URL.
const Secret = "s3cr3t-of-the-test"

// Endpoint is a running endpoint.
type Endpoint struct {
	URL      string
	CABundle []byte
	// Close stops it.
	Close func()
}

// seed is one way to be broken. Its zero value is a healthy endpoint that keeps its path secret.
type seed struct {
	hosts       []string
	from, until time.Duration
	plain       bool
	foreign     bool // the caBundle is another authority's
	unbundled   bool // there is no caBundle
	clientCert  bool
	down        bool
	host        string // stands in the URL instead of the address
	path        string // stands in the URL instead of the right path
	open        bool   // any path is answered
	closing     bool   // every connection ends after one call
	raw         func(net.Conn)
	wrap        func(http.Handler) http.Handler
}

// Names lists all seeds.
func Names() []string { return slices.Sorted(maps.Keys(seeds)) }

// Start serves the handler, broken as the name says.
func Start(name string, handler http.Handler) (*Endpoint, error) {
	s, ok := seeds[name]
	if !ok {
		return nil, fmt.Errorf("cannot seed %q: want one of %v", name, Names())
	}
	if s.wrap != nil {
		handler = s.wrap(handler)
	}
	if !s.open {
		handler = secret(handler)
	}
	certificate, bundle, err := s.certificate()
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	endpoint := &Endpoint{URL: s.url(listener), CABundle: bundle, Close: func() { _ = listener.Close() }}
	if s.down {
		endpoint.Close()
		return endpoint, nil
	}
	if !s.plain {
		config := &tls.Config{Certificates: []tls.Certificate{certificate}}
		if s.clientCert {
			config.ClientAuth = tls.RequireAnyClientCert
		}
		listener = tls.NewListener(listener, config)
	}
	if s.raw != nil {
		go accept(listener, s.raw)
		return endpoint, nil
	}
	server := &http.Server{Handler: handler, ErrorLog: log.New(io.Discard, "", 0)}
	server.SetKeepAlivesEnabled(!s.closing)
	go func() { _ = server.Serve(listener) }()
	endpoint.Close = func() { _ = server.Close() }
	return endpoint, nil
}

func (s *seed) url(listener net.Listener) string {
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	host, path := "127.0.0.1", "/interpreter/"+Secret
	if s.host != "" {
		host = s.host
	}
	if s.path != "" {
		path = s.path
	}
	return "https://" + net.JoinHostPort(host, port) + path
}

func (s *seed) certificate() (tls.Certificate, []byte, error) {
	now := time.Now()
	hosts, from, until := []string{"127.0.0.1"}, now.Add(-time.Hour), now.AddDate(0, 3, 0)
	if s.hosts != nil {
		hosts = s.hosts
	}
	if s.from != 0 {
		from = now.Add(s.from)
	}
	if s.until != 0 {
		until = now.Add(s.until)
	}
	certificate, bundle, err := selfsigned.New(hosts, from, until)
	if err == nil && s.foreign {
		_, bundle, err = selfsigned.New(hosts, from, until)
	}
	if s.unbundled {
		bundle = nil
	}
	return certificate, bundle, err
}

func accept(listener net.Listener, serve func(net.Conn)) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer connection.Close()
			serve(connection)
		}()
	}
}

// secret answers any other path with 404 and a metav1.Status, as the function's server does.
func secret(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/interpreter/"+Secret {
			handler.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"cannot find this path","reason":"NotFound","code":404}`)
	})
}
