// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"workload.example.io/interpreter/internal/webhook"
)

// hold is the room that one call holds. It is the body that the handler reads, and the writer of its answer.
type hold struct {
	http.ResponseWriter
	limits *Limits
	class  *class
	ctx    context.Context
	body   io.ReadCloser
	err    error        // what every further Read returns
	values int64        // in what was read
	moved  atomic.Int64 // how many bytes the client has sent, or must take

	// What follows is guarded by the lock of the Limits.
	weight  int64     // in class.bodies
	work    int64     // in class.work, 0 before the end of the body
	since   time.Time // since when we wait for the client, zero while we do not
	writing bool
	givenUp bool
}

// enter takes room for a body and reports whether there was any.
func (h *hold) enter(ctx context.Context, weight int64) bool {
	l := h.limits
	l.mu.Lock()
	defer l.mu.Unlock()
	weight = min(weight, h.class.bodies.capacity)
	if !l.take(ctx, &h.class.bodies, weight) {
		return false
	}
	h.ctx, h.weight, h.since = ctx, weight, time.Now()
	h.class.holds[h] = struct{}{}
	return true
}

// leave gives everything back.
func (h *hold) leave() {
	h.limits.mu.Lock()
	defer h.limits.mu.Unlock()
	delete(h.class.holds, h)
	h.class.work.give(h.work)
	h.class.bodies.give(h.weight)
}

// Read reads on until others want the room and the client is slow; then it fails with webhook.ErrBusy. At the end of the
// body it waits for room for what will be made of it.
func (h *hold) Read(p []byte) (int, error) {
	if h.err != nil {
		return 0, h.err
	}
	n, err := h.body.Read(p)
	length := h.moved.Add(int64(n))
	h.values += values(p[:n])
	if err == io.EOF && !h.digest(length) || err != nil && err != io.EOF && h.abandoned() {
		err = webhook.ErrBusy
	}
	h.err = err
	return n, err
}

// Close closes the body.
func (h *hold) Close() error {
	return h.body.Close()
}

// digest takes room for what is made of a body of a length.
func (h *hold) digest(length int64) bool {
	l := h.limits
	l.mu.Lock()
	defer l.mu.Unlock()
	h.since = time.Time{}
	weight := min(Weight(length, h.values), h.class.work.capacity)
	if !l.take(h.ctx, &h.class.work, weight) {
		return false
	}
	h.work = weight
	return true
}

func (h *hold) abandoned() bool {
	h.limits.mu.Lock()
	defer h.limits.mu.Unlock()
	return h.givenUp
}

// Unwrap lets http.ResponseController find the server's own.
func (h *hold) Unwrap() http.ResponseWriter {
	return h.ResponseWriter
}

// Write writes the answer. From now on we wait for the client to take it. A small call holds no more than the answer and what
// it was made of, so that those who do not take theirs keep fewer out; what a large one has left is still to be collected.
func (h *hold) Write(p []byte) (int, error) {
	h.limits.mu.Lock()
	h.since, h.writing = time.Now(), true
	if left := 2*int64(len(p)) + overhead; left < h.work && h.class == &h.limits.small {
		h.class.work.give(h.work - left)
		h.work = left
	}
	h.limits.mu.Unlock()
	h.moved.Store(int64(len(p)))
	return h.ResponseWriter.Write(p)
}

// Flush sends what was written.
func (h *hold) Flush() {
	if flusher, ok := h.ResponseWriter.(http.Flusher); ok {
		flusher.Flush()
	}
}

// hurry gives up on a client that is slow: it ends the Read or Write that waits for it. The caller holds the lock.
func (h *hold) hurry(now time.Time) {
	allowed := h.class.grace + time.Duration(h.moved.Load())*time.Second/leastRate
	if h.givenUp || h.since.IsZero() || now.Sub(h.since) <= allowed {
		return
	}
	h.givenUp = true
	control, past := http.NewResponseController(h.ResponseWriter), time.Unix(1, 0)
	if h.writing {
		_ = control.SetWriteDeadline(past)
		return
	}
	_ = control.SetReadDeadline(past) // a server that cannot do it has timeouts of its own
}
