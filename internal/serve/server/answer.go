// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"net/http"
)

// answer is the ResponseWriter of a call. It closes the connection with the answer where another shall have its place: of
// a client that was refused, of a body whose length was unknown, which may hide a second request, of everybody while
// places are scarce or the server is about to stop.
type answer struct {
	http.ResponseWriter
	server *Server
	close  bool
}

// Unwrap lets http.ResponseController find the server's own.
func (a *answer) Unwrap() http.ResponseWriter {
	return a.ResponseWriter
}

func (a *answer) WriteHeader(status int) {
	if a.close || status >= http.StatusBadRequest || a.server.leaving.Load() || a.server.places.scarce.Load() {
		a.Header().Set("Connection", "close")
	}
	a.ResponseWriter.WriteHeader(status)
}

// Flush sends what was written.
func (a *answer) Flush() {
	if flusher, ok := a.ResponseWriter.(http.Flusher); ok {
		flusher.Flush()
	}
}
