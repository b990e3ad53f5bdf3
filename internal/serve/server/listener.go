// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"crypto/tls"
	"net"
	"sync/atomic"
	"syscall"
	"time"
)

// listener gives every connection a place before it is served.
type listener struct {
	net.Listener
	server  *Server
	closing atomic.Bool
	swept   bool
	last    []net.Conn // what waited when the listener closed
}

// Accept returns the next connection. When the listener closes, it first returns those that wait.
func (l *listener) Accept() (net.Conn, error) {
	raw, err := l.next()
	if err != nil {
		return nil, err
	}
	c := l.server.connection(raw)
	l.server.places.enter(c)
	return c, nil
}

func (l *listener) next() (net.Conn, error) {
	if !l.closing.Load() {
		raw, err := l.Listener.Accept()
		if err == nil || !l.closing.Load() {
			return raw, err
		}
	}
	if !l.swept {
		l.swept, l.last = true, sweep(l.Listener)
	}
	if len(l.last) == 0 {
		return nil, net.ErrClosed
	}
	raw := l.last[0]
	l.last = l.last[1:]
	return raw, nil
}

// stop closes the listener. The kernel resets the connections that it has set up and nobody has accepted, so those are
// accepted right before.
func (l *listener) stop() {
	l.closing.Store(true)
	if timed, ok := l.Listener.(interface{ SetDeadline(time.Time) error }); ok {
		_ = timed.SetDeadline(time.Unix(1, 0)) // wakes Accept
		return
	}
	_ = l.Listener.Close()
}

// connection makes a connection of one that was accepted.
func (s *Server) connection(raw net.Conn) *conn {
	c := &conn{Conn: raw, raw: raw, server: s}
	if s.http.TLSConfig != nil {
		below := &bounded{Conn: raw}
		if socket, ok := raw.(syscall.Conn); ok {
			below.control, _ = socket.SyscallConn()
		}
		c.raw = below
		c.Conn = tls.Server(below, s.http.TLSConfig)
	}
	return c
}
