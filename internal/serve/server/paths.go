// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"log/slog"
	"net/http"
	"time"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/webhook"
)

// The server's own paths.
const (
	// HealthPath answers 200 as long as the process lives.
	HealthPath = "/healthz"
	// ReadyPath answers 200 as long as calls are welcome.
	ReadyPath = "/readyz"
)

// Probes answers the server's own paths, and every other with 404.
func (s *Server) Probes() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.probed(w, r) {
			http.NotFound(w, r)
		}
	})
}

// probed answers the server's own paths and reports whether it did.
func (s *Server) probed(w http.ResponseWriter, r *http.Request) bool {
	switch r.URL.Path {
	case HealthPath:
		probe(w, true)
	case ReadyPath:
		probe(w, !s.starting.Load() && !s.leaving.Load())
	default:
		return false
	}
	return true
}

// paths answers the server's own paths and leads every other to next.
func (s *Server) paths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.probed(w, r) {
			next.ServeHTTP(w, r)
		}
		if flusher, ok := w.(http.Flusher); ok {
			flusher.Flush() // what follows may cost a stranger his place
		}
		s.places.served(r.Context().Value(connKey{}).(*conn))
	})
}

func probe(w http.ResponseWriter, ok bool) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if !ok {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("starting or stopping\n"))
		return
	}
	_, _ = w.Write([]byte("ok\n"))
}

// calls leads calls to next and counts them. Shortly before the listener closes it refuses them.
func (s *Server) calls(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.inFlight.Add(1)
		defer s.inFlight.Add(-1)
		if s.leaving.Load() {
			s.lastCall.Store(time.Now().UnixNano())
		}
		a := &answer{ResponseWriter: w, server: s, close: r.ContentLength < 0}
		if s.refusing.Load() {
			webhook.WriteUnavailable(a, r, s.observer)
			return
		}
		next.ServeHTTP(a, r)
	})
}

// recovered ends the connection of a handler that panics, like net/http, but logs the stack alone: the value of the panic,
// which net/http prints, may quote an object. The webhook's handler answers its own panics, so this is the last resort.
func (s *Server) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch value := recover(); value {
			case nil:
			case http.ErrAbortHandler:
				panic(value)
			default:
				s.log.Error("recovered from a bug", slog.String("stack", interpreter.Stack()))
				panic(http.ErrAbortHandler)
			}
		}()
		next.ServeHTTP(w, r)
	})
}
