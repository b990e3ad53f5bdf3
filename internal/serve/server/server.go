// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package server serves a handler on the public internet: with timeouts and limits, with certificates that rotate, and
// with an end that loses no call.
//
// On a signal the server first fails its probes and closes each connection with the call that it answers, so that callers
// go elsewhere while nothing is refused. When no call has come for a while it closes the listener and the connections that
// wait, refuses what still arrives with 503 and Retry-After, which Karmada sends again, and ends with the last call.
//
// The server answers /healthz and /readyz itself, and Knative's and the kubelet's probes on every path.
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
	"time"

	"golang.org/x/net/netutil"
	"knative.dev/pkg/network/handlers"

	"workload.example.io/interpreter/internal/webhook"
)

// Server serves one handler once.
type Server struct {
	config   Config
	log      *slog.Logger
	observer webhook.Observer
	http     *http.Server
	drainer  *handlers.Drainer
	limits   *limits
	leaving  atomic.Bool // probes fail, connections close after their call
	closed   atomic.Bool // calls are refused
	inFlight atomic.Int64
}

// New returns a server of the handler, or the error of a setting. It tells the observer, which may be nil, of the calls
// that it refuses itself, and report of each change of the certificate's files.
func New(c Config, handler http.Handler, log *slog.Logger, observer webhook.Observer, report func(error)) (*Server, error) {
	s := &Server{config: c, log: log, observer: observer,
		limits: &limits{maxCalls: int64(c.MaxCalls), maxBytes: int64(c.MaxBytes)}}
	s.drainer = &handlers.Drainer{Inner: s.calls(s.limits.wrap(handler)), QuietPeriod: c.DrainQuiet}
	var config *tls.Config
	if c.CertFile != "" {
		var err error
		if config, err = tlsConfig(c.CertFile, c.KeyFile, report); err != nil {
			return nil, err
		}
	}
	s.http = &http.Server{
		Handler:           s.recovered(s.paths(s.drainer)),
		TLSConfig:         config,
		ReadHeaderTimeout: c.HeaderTimeout,
		ReadTimeout:       c.BodyTimeout,
		WriteTimeout:      c.BodyTimeout + answerTimeout,
		IdleTimeout:       c.IdleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
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

// Serve answers calls from the listener until ctx ends, and then until it has drained. It returns nil if no call was lost.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	served := make(chan error, 1)
	go func() { served <- s.serve(netutil.LimitListener(listener, s.config.MaxConnections)) }()
	s.log.Info("ready", slog.String("address", listener.Addr().String()), slog.Bool("tls", s.config.CertFile != ""))
	select {
	case err := <-served:
		return fmt.Errorf("cannot serve: %w", err)
	case <-ctx.Done():
	}
	return s.drain()
}

func (s *Server) serve(listener net.Listener) error {
	if s.config.CertFile != "" {
		return s.http.ServeTLS(listener, "", "")
	}
	return s.http.Serve(listener)
}

// drain ends the server. The listener stays open for at most half the time, the rest belongs to the calls in flight.
func (s *Server) drain() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.config.DrainTimeout)
	defer cancel()
	s.leaving.Store(true)
	s.log.Info("stopping", slog.Int64("in_flight", s.InFlight()))

	quiet := make(chan struct{})
	go func() {
		s.drainer.Drain()
		close(quiet)
	}()
	select {
	case <-quiet:
	case <-time.After(s.config.DrainTimeout / 2):
	}

	s.closed.Store(true)
	err := s.http.Shutdown(ctx)
	if lost := s.limits.calls.Load(); err != nil && lost > 0 {
		return errors.Join(fmt.Errorf("cannot finish %d calls within %s", lost, s.config.DrainTimeout), s.http.Close())
	}
	_ = s.http.Close() // what is left are connections without a call
	s.log.Info("stopped")
	return nil
}
