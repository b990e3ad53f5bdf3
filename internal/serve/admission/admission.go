// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package admission bounds the memory of all calls together. It stands between the check of the path secret and the
// handler, so that the bound holds in every server.
//
// A call is weighed before its body is read: the body by its Content-Length, then, from its end until the answer is taken,
// what is made of it, by its length and the values in it. Calls that find no room wait, large ones first come, first served,
// small ones the lightest first, and are refused with 503 and Retry-After only if too many wait or one waits too long. Small
// calls have room of their own, so they never wait for large ones.
//
// A client that keeps us waiting while others want its room is given up on: after a grace of 0.3 s, for large calls a second, it
// must have moved leastRate bytes a second. As long as nobody wants the room, it may take its time.
package admission

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"time"

	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/webhook"
)

// Config is the bound.
type Config struct {
	// MaxBytes bounds the bodies of all calls together, and what is made of them to as much again. A quarter of each is kept
	// for small calls.
	MaxBytes int
	// MaxCalls is how many calls may wait for the same room.
	MaxCalls int
}

const (
	// maxSmall is the largest body of a small call. Karmada's usual calls take 1 to 4 KiB.
	maxSmall = 64 << 10
	// overhead is what a call takes besides its body: its buffers, its header, a stack.
	overhead = 8 << 10
	// growth is how many bytes are made of each byte of a body at most: a description may put a text into an answer twice,
	// there is its base64 form, the answer with that, and the buffers that grew with each.
	growth = 16
	// perValue is how many bytes are made of each value in a body at most, beside its own. An empty object, two bytes and a
	// comma, is a toleration of 100 bytes or in a described kind a map of 300 and an operation of a patch of as much again.
	perValue = 700
	// maxWait is how long a call waits for room, within the 30 s that Karmada waits at most.
	maxWait = 15 * time.Second
	// dropFor bounds the time for a client to be done sending what nobody reads.
	dropFor = 5 * time.Second
	// leastRate is how many bytes a second a client must take or send, beyond the grace, if others wait for its room. The
	// largest body takes half a minute with it. The grace of a large call lets a connection over an ocean gain speed.
	leastRate  = 256 << 10
	smallGrace = 300 * time.Millisecond
	largeGrace = time.Second
	// watchEvery is the time between two looks at the clients as long as calls wait.
	watchEvery = 50 * time.Millisecond
)

// FromSettings reads the configuration. A wrong setting is kept in the Reader.
func FromSettings(settings *env.Reader) Config {
	return Config{
		MaxBytes: settings.Int("MAX_BYTES", 32<<20, 16<<20, 16<<30),
		MaxCalls: settings.Int("MAX_CALLS", 256, 1, 100_000),
	}
}

// Limits bounds the calls of one process.
type Limits struct {
	next     http.Handler
	observer webhook.Observer

	mu           sync.Mutex
	small, large class
	watched      bool
}

// class is the calls of one size.
type class struct {
	grace        time.Duration
	bodies, work room
	holds        map[*hold]struct{}
}

// New bounds the calls that reach next. It tells the observer, which may be nil, of those that it refuses.
func New(c Config, next http.Handler, observer webhook.Observer) *Limits {
	few := int64(c.MaxBytes) / 4
	newClass := func(grace time.Duration, capacity int64, lightestFirst bool) class {
		room := room{capacity: capacity, most: c.MaxCalls, lightestFirst: lightestFirst}
		return class{grace: grace, bodies: room, work: room, holds: map[*hold]struct{}{}}
	}
	return &Limits{next: next, observer: observer,
		small: newClass(smallGrace, few, true), large: newClass(largeGrace, int64(c.MaxBytes)-few, false)}
}

// ServeHTTP leads a call to the handler as soon as there is room for it. A body of unknown length, which Karmada never
// sends, weighs as the longest.
func (l *Limits) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	enters(r.Context())
	if r.ContentLength > webhook.MaxBody {
		l.next.ServeHTTP(w, r) // it is refused without being read
		return
	}
	h := &hold{ResponseWriter: w, limits: l, body: r.Body, class: &l.small}
	length := r.ContentLength
	if length < 0 {
		length = webhook.MaxBody
	}
	if length > maxSmall {
		h.class = &l.large
	}
	if !h.enter(r.Context(), length+overhead) {
		l.refuse(w, r)
		return
	}
	defer h.leave()
	r.Body = h
	l.next.ServeHTTP(h, r)
}

// refuse answers 503 and then drops what the client still sends, so that it reads the answer instead of finding the
// connection reset: one that was refused must come again.
func (l *Limits) refuse(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Connection", "close")
	webhook.WriteUnavailable(w, r, l.observer)
	control := http.NewResponseController(w)
	_ = control.Flush()
	_ = control.SetReadDeadline(time.Now().Add(dropFor))
	_, _ = io.Copy(io.Discard, r.Body)
}

// values counts the values that a part of a body may have at most: what stands in texts counts, too.
func values(part []byte) int64 {
	return int64(bytes.Count(part, comma) + bytes.Count(part, object) + bytes.Count(part, array))
}

var comma, object, array = []byte{','}, []byte{'{'}, []byte{'['}

// Weight is what the work on a body is counted with: how many bytes it may hold at once beside the body. The room for
// calls of its size is the most that is counted, for which it is then alone there.
func Weight(length, values int64) int64 {
	return growth*length + perValue*values + overhead
}

// watch gives up on slow clients as long as calls wait for their room. The caller holds the lock.
func (l *Limits) watch() {
	if l.watched {
		return
	}
	l.watched = true
	time.AfterFunc(watchEvery, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.watched = false
		now := time.Now()
		for _, c := range []*class{&l.small, &l.large} {
			if c.bodies.queue.Len()+c.work.queue.Len() == 0 {
				continue
			}
			for h := range c.holds {
				h.hurry(now)
			}
			l.watch()
		}
	})
}
