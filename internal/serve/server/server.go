// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package server serves a handler on the public internet: with timeouts, with places for connections that strangers
// cannot keep, with certificates that rotate, and with an end that loses no call.
//
// It speaks HTTP/1.1 only. That is what Karmada speaks to every host that is not loopback, and so do the proxies of Knative
// and Cloud Run; with HTTP/2 a single connection could hold hundreds of answers that nobody takes.
//
// On a signal the server first fails its probes and closes each connection with the call that it answers, so that callers
// go elsewhere while nothing is refused. When no call has come for a while it accepts what waits, closes the listener, and
// ends with the last call. If callers do not pause, it refuses them with 503 and Retry-After for a moment before, so that
// Karmada waits a second and then finds another server.
//
// The server answers /healthz and /readyz itself.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"

	"workload.example.io/interpreter/internal/version"
	"workload.example.io/interpreter/internal/webhook"
)

// Server serves one handler once.
type Server struct {
	config      Config
	log         *slog.Logger
	observer    webhook.Observer
	http        *http.Server
	certificate *certificate // nil without TLS
	places      *places
	listener    *listener
	served      chan error
	starting    atomic.Bool // the probe of readiness fails
	leaving     atomic.Bool // probes fail, connections close after their call
	refusing    atomic.Bool // calls are refused
	inFlight    atomic.Int64
	lastCall    atomic.Int64 // when one came, in nanoseconds of Unix time; kept while the server leaves
}

// New returns a server of the handler, or the error of a setting. It tells the observer, which may be nil, of the calls
// that it refuses itself, and report of each change of the certificate's files.
func New(c Config, handler http.Handler, log *slog.Logger, observer webhook.Observer, report func(error)) (*Server, error) {
	s := &Server{config: c, log: log, observer: observer, places: newPlaces(c.MaxConnections), served: make(chan error, 1)}
	var config *tls.Config
	if c.CertFile != "" {
		var err error
		if s.certificate, err = newCertificate(c.CertFile, c.KeyFile, log, report); err != nil {
			return nil, err
		}
		config = s.certificate.config()
	}
	s.http = &http.Server{
		Handler:           s.recovered(s.paths(s.calls(handler))),
		TLSConfig:         config,
		ReadHeaderTimeout: c.HeaderTimeout,
		ReadTimeout:       c.BodyTimeout,
		WriteTimeout:      c.BodyTimeout + answerTimeout,
		IdleTimeout:       c.IdleTimeout,
		MaxHeaderBytes:    maxHeader,
		Protocols:         new(http.Protocols),
		ConnState:         state,
		ConnContext:       connContext,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	s.http.Protocols.SetHTTP1(true)
	return s, nil
}

// InFlight returns the number of calls that have come and are not answered.
func (s *Server) InFlight() int64 {
	return s.inFlight.Load()
}

// Listen opens the port.
func (s *Server) Listen() (net.Listener, error) {
	listener, err := net.Listen("tcp", fmt.Sprintf(":%d", s.config.Port))
	if err != nil {
		return nil, fmt.Errorf("cannot use PORT: %w", err)
	}
	return listener, nil
}

// Serve answers calls from the listener until ctx ends, and then until it has drained. It returns nil if no call was lost. What
// prepare does, which may be nil, happens while calls are answered already; until it is done the server is not ready, and if it
// fails Serve ends with its error.
func (s *Server) Serve(ctx context.Context, from net.Listener, prepare func() error) error {
	s.listener = &listener{Listener: from, server: s}
	s.starting.Store(prepare != nil)
	go func() { s.served <- s.http.Serve(s.listener) }()
	if prepare != nil {
		if err := prepare(); err != nil {
			return errors.Join(err, s.http.Close())
		}
		s.starting.Store(false)
	}
	s.log.Info("ready", slog.String("address", from.Addr().String()), slog.Bool("tls", s.config.CertFile != ""), slog.String("version", version.String()))
	select {
	case err := <-s.served:
		return fmt.Errorf("cannot serve: %w", err)
	case <-ctx.Done():
	}
	return s.drain()
}
