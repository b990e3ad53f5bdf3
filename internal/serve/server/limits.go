// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"io"
	"net/http"
	"sync/atomic"

	"workload.example.io/interpreter/internal/webhook"
)

// maxDiscard is how much of a body that finds no room is read and dropped, so that the client is done sending and reads
// the answer.
const maxDiscard = webhook.MaxBody

// limits bounds what all calls together use. A call counts from the end of its body: a client that sends slowly or not at
// all takes nobody's place, and of its body only the bytes that came are counted.
type limits struct {
	maxCalls, maxBytes int64
	calls, bytes       atomic.Int64
}

// wrap gives the handler bodies that fail with webhook.ErrBusy over a limit.
func (l *limits) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := &body{limits: l, from: r.Body}
		r.Body = body
		defer body.release()
		next.ServeHTTP(w, r)
	})
}

// body is the body of one call. It counts what is read and takes the call's place when the end is read.
type body struct {
	limits *limits
	from   io.ReadCloser
	read   int64
	placed bool
	err    error
}

// Read reads on until a limit is reached; after that it always fails.
func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.from.Read(p)
	b.read += int64(n)
	switch {
	case b.limits.bytes.Add(int64(n)) > b.limits.maxBytes:
		_, _ = io.CopyN(io.Discard, b.from, maxDiscard)
		err = webhook.ErrBusy
	case err == io.EOF && !b.placed:
		b.placed = true
		if b.limits.calls.Add(1) > b.limits.maxCalls {
			err = webhook.ErrBusy
		}
	}
	if err != nil {
		b.err = err
	}
	return n, err
}

// Close closes the body it reads from.
func (b *body) Close() error {
	return b.from.Close()
}

func (b *body) release() {
	b.limits.bytes.Add(-b.read)
	if b.placed {
		b.limits.calls.Add(-1)
	}
}
