// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"bytes"
	"container/list"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"workload.example.io/interpreter/internal/serve/admission"
)

const (
	// maxHeader bounds a request's header in bytes, to which net/http adds 4 KiB. Karmada's is 300 bytes, and proxies add
	// theirs.
	maxHeader = 4 << 10
	// maxLines bounds the lines of a header: a short line takes thirty times its size in memory.
	maxLines = 100
	// maxHandshake bounds what a client may send before its TLS handshake is done; Go's crypto/tls would hold 64 KiB.
	maxHandshake = 16 << 10
)

var (
	errLines     = errors.New("too many lines in the header")
	errHandshake = errors.New("too many bytes in the handshake")
)

// conn is one connection with what is known of its client.
type conn struct {
	net.Conn          // what is read from: TLS, or raw
	raw      net.Conn // the connection of the listener
	server   *Server

	// These are guarded by the lock of the places.
	place, resting *list.Element
	since          time.Time // when a stranger came, or since when one who is known is idle
	evicted        bool

	known      atomic.Bool // a call has passed the check of the path secret
	closed     sync.Once
	handshaken bool
	inHeader   atomic.Bool
	header     scanner
}

// Read reads plain text, after the handshake if there is one.
func (c *conn) Read(p []byte) (int, error) {
	if err := c.handshake(); err != nil {
		return 0, err
	}
	if len(p) == 1 && c.handshaken && !c.inHeader.Load() { // net/http watches the client while a call is answered
		if err := c.raw.(*bounded).await(); err != nil {
			return 0, err
		}
	}
	n, err := c.Conn.Read(p)
	if c.inHeader.Load() && !c.header.scan(p[:n]) {
		return 0, errLines
	}
	return n, err
}

// handshake ends the TLS handshake within the time for a header, which net/http has set for reading only.
func (c *conn) handshake() error {
	secure, ok := c.Conn.(*tls.Conn)
	if !ok || c.handshaken {
		return nil
	}
	_ = c.raw.SetWriteDeadline(time.Now().Add(c.server.config.HeaderTimeout))
	if err := secure.Handshake(); err != nil {
		return err
	}
	c.handshaken = true
	c.raw.(*bounded).open.Store(true)
	return c.raw.SetWriteDeadline(time.Time{})
}

// SetReadDeadline sets the deadline that net/http asks for, a sooner one for a stranger, who has no time at the end.
func (c *conn) SetReadDeadline(t time.Time) error {
	if c.known.Load() {
		return c.Conn.SetReadDeadline(t)
	}
	patience := c.server.config.HeaderTimeout
	if c.server.leaving.Load() {
		patience = min(patience, time.Second)
	}
	if latest := time.Now().Add(patience); t.IsZero() || t.After(latest) {
		t = latest
	}
	return c.Conn.SetReadDeadline(t)
}

// Close closes the connection and frees its place.
func (c *conn) Close() error {
	err := c.Conn.Close()
	c.closed.Do(func() { c.server.places.leave(c) })
	return err
}

// CloseWrite lets the client read the last answer before the connection is reset.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// abort ends the connection without a word; whoever serves it then closes it.
func (c *conn) abort() {
	_ = c.raw.Close()
}

// meet makes the client known. It has as long as everybody for its body.
func (c *conn) meet() {
	if !c.known.Load() {
		c.server.places.know(c)
		_ = c.SetReadDeadline(time.Now().Add(c.server.config.BodyTimeout))
	}
}

// state follows what net/http does with a connection.
func state(connection net.Conn, state http.ConnState) {
	c := connection.(*conn) // the listener returns no other
	switch state {
	case http.StateNew, http.StateIdle:
		c.header = scanner{}
		c.inHeader.Store(true)
		c.server.places.rest(c, state == http.StateIdle)
	case http.StateActive:
		c.inHeader.Store(false)
		c.server.places.rest(c, false)
	}
}

type connKey struct{}

// connContext lets the handlers of a connection find it.
func connContext(ctx context.Context, connection net.Conn) context.Context {
	c := connection.(*conn) // the listener returns no other
	return admission.OnEntry(context.WithValue(ctx, connKey{}, c), c.meet)
}

// scanner counts the lines of a header.
type scanner struct {
	lines  int
	length int  // of the line that has begun, without a carriage return
	done   bool // the empty line has come
}

// scan reports whether the header may go on.
func (s *scanner) scan(p []byte) bool {
	for !s.done && len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			s.length += len(bytes.TrimSuffix(p, []byte{'\r'}))
			return true
		}
		s.length += len(bytes.TrimSuffix(p[:end], []byte{'\r'}))
		s.lines++
		s.done = s.length == 0
		s.length, p = 0, p[end+1:]
	}
	return s.lines <= maxLines
}

// bounded is the raw connection below TLS. It bounds what comes before the handshake is done.
type bounded struct {
	net.Conn
	control syscall.RawConn // nil if there is no socket
	open    atomic.Bool
	read    int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.open.Load() {
		return b.Conn.Read(p)
	}
	if b.read >= maxHandshake {
		return 0, errHandshake
	}
	n, err := b.Conn.Read(p)
	b.read += n
	return n, err
}

// CloseWrite ends the side that we write.
func (b *bounded) CloseWrite() error {
	if half, ok := b.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
