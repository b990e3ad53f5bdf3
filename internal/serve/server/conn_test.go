// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"bufio"
	"crypto/tls"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestPieces sends calls as the client's TLS may cut them: where a record ends must not matter, nor what it holds of the next call.
func TestPieces(t *testing.T) {
	c := config()
	roots := withTLS(t, &c)
	r := start(t, c, interpreter())
	one := post(question)
	tests := map[string]struct {
		text   string
		record int // bytes in each
		calls  int
	}{
		"one record for each byte":     {text: one, record: 1, calls: 1},
		"the last byte by itself":      {text: one, record: len(one) - 1, calls: 1},
		"three calls in one record":    {text: one + one + one, record: 3 * len(one), calls: 3},
		"a call and the next one's P":  {text: one + one, record: len(one) + 1, calls: 2},
		"two calls that share records": {text: one + one, record: 100, calls: 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			connection, err := tls.Dial("tcp", r.address, roots.Clone())
			if err != nil {
				t.Fatal(err)
			}
			defer connection.Close()
			_ = connection.SetDeadline(time.Now().Add(10 * time.Second))
			for rest := test.text; rest != ""; {
				n, err := connection.Write([]byte(rest[:min(test.record, len(rest))]))
				if err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			reader := bufio.NewReader(connection)
			for n := range test.calls {
				response, err := http.ReadResponse(reader, nil)
				if err != nil {
					t.Fatalf("call %d of %d: %v", n+1, test.calls, err)
				}
				body, err := io.ReadAll(response.Body)
				if err != nil || !strings.Contains(string(body), `"successful":true`) {
					t.Errorf("call %d of %d: got %s %v", n+1, test.calls, body, err)
				}
			}
		})
	}
}

// TestClientGone wants a call whose client has gone to hear of it: it may be waiting for room that others want.
func TestClientGone(t *testing.T) {
	c := config()
	roots := withTLS(t, &c)
	tests := map[string]struct {
		extra string // sent behind the call
		leave func(*tls.Conn) error
	}{
		"says goodbye":              {leave: (*tls.Conn).Close},
		"just closes":               {leave: func(c *tls.Conn) error { return c.NetConn().Close() }},
		"ends its half only":        {leave: (*tls.Conn).CloseWrite},
		"had begun with another":    {extra: "P", leave: (*tls.Conn).Close},
		"had sent one more already": {extra: post(question), leave: func(c *tls.Conn) error { return c.NetConn().Close() }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			came, gone := make(chan struct{}, 2), make(chan struct{}, 2)
			r := start(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				came <- struct{}{}
				<-r.Context().Done()
				gone <- struct{}{}
			}))
			connection, err := tls.Dial("tcp", r.address, roots.Clone())
			if err != nil {
				t.Fatal(err)
			}
			defer connection.Close()
			if _, err := io.WriteString(connection, post(question)+test.extra); err != nil {
				t.Fatal(err)
			}
			<-came
			if err := test.leave(connection); err != nil {
				t.Fatal(err)
			}
			select {
			case <-gone:
			case <-time.After(5 * time.Second):
				t.Error("the call still waits")
			}
		})
	}
}
