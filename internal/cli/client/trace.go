// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"
)

// Trace shows how a call went. Times are zero for steps that the call did not take.
type Trace struct {
	// Addresses are those of the host's name; Remote is the one that was connected to.
	Addresses []string
	Remote    string
	// Reused reports that a connection of an earlier call was used.
	Reused bool
	// Protocol is the HTTP version of the answer, such as HTTP/1.1.
	Protocol string
	// TLS is the state of an encrypted connection, nil for others.
	TLS *tls.ConnectionState
	// Lookup, Connect and Handshake are the times of a new connection, Total is that of the whole call.
	Lookup, Connect, Handshake, Total time.Duration
	// Waits are the pauses that the endpoint asked for with Retry-After.
	Waits []time.Duration

	redirects []redirect
}

// tracerKey is the key of the tracer in the context of a call.
type tracerKey struct{}

// tracer fills a trace. The transport may still call it when the call is over, so the trace is read as a copy.
type tracer struct {
	mu    sync.Mutex
	start time.Time
	trace Trace
}

func (t *tracer) copy() *Trace {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.trace.Total = time.Since(t.start)
	trace := t.trace
	return &trace
}

func (t *tracer) note(change func(*Trace)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change(&t.trace)
}

// attach returns a context that fills the trace.
func (t *tracer) attach(ctx context.Context) context.Context {
	var lookup, connect, handshake time.Time
	return httptrace.WithClientTrace(context.WithValue(ctx, tracerKey{}, t), &httptrace.ClientTrace{
		DNSStart: func(httptrace.DNSStartInfo) { t.note(func(*Trace) { lookup = time.Now() }) },
		DNSDone: func(info httptrace.DNSDoneInfo) {
			t.note(func(trace *Trace) {
				trace.Lookup, trace.Addresses = time.Since(lookup), nil
				for _, address := range info.Addrs {
					trace.Addresses = append(trace.Addresses, address.String())
				}
			})
		},
		ConnectStart: func(string, string) { t.note(func(*Trace) { connect = time.Now() }) },
		ConnectDone: func(_, address string, err error) {
			t.note(func(trace *Trace) {
				if err == nil {
					trace.Connect, trace.Remote = time.Since(connect), address
				}
			})
		},
		TLSHandshakeStart: func() { t.note(func(*Trace) { handshake = time.Now() }) },
		TLSHandshakeDone: func(tls.ConnectionState, error) {
			t.note(func(trace *Trace) { trace.Handshake = time.Since(handshake) })
		},
		GotConn: func(info httptrace.GotConnInfo) { t.note(func(trace *Trace) { trace.Reused = info.Reused }) },
	})
}

// answered notes what the answer says about the connection.
func (t *tracer) answered(response *http.Response) {
	t.note(func(trace *Trace) {
		trace.Protocol, trace.TLS = response.Proto, response.TLS
	})
}

// Connected reports whether the call got a connection.
func (t *Trace) Connected() bool { return t.Remote != "" || t.Reused }
