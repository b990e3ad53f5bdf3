// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package load asks a server again and again over TLS and HTTP/1.1, which Karmada speaks to every host but loopback. It
// writes requests that were prepared beforehand, so that it takes little of a machine that it shares with the server.
package load

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Question is a request as it goes over the wire.
type Question struct {
	Name    string
	Request []byte
	// Contains is what a right answer contains.
	Contains []byte
}

// Ask prepares a question: what Karmada's client sends, to any path.
func Ask(name, path string, body []byte, contains string) Question {
	header := fmt.Sprintf("POST %s?timeout=10s HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: kube-apiserver-admission\r\nContent-Length: %d\r\n"+
		"Accept: application/json, */*\r\nContent-Type: application/json\r\nAccept-Encoding: gzip\r\n\r\n", path, len(body))
	return Question{Name: name, Request: append([]byte(header), body...), Contains: []byte(contains)}
}

// timeout bounds one call, as Karmada's own longest.
const timeout = 30 * time.Second

// Conn is one connection.
type Conn struct {
	conn   *tls.Conn
	reader *bufio.Reader
	body   bytes.Buffer
}

// Dial opens a connection.
func Dial(address string, config *tls.Config) (*Conn, error) {
	conn, err := tls.Dial("tcp", address, config)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to %s: %w", address, err)
	}
	return &Conn{conn: conn, reader: bufio.NewReader(conn)}, nil
}

// Await asks the question, each time on a new connection, until it is answered.
func Await(ctx context.Context, address string, config *tls.Config, q *Question) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for ; ; <-time.After(100 * time.Microsecond) {
		conn, err := Dial(address, config)
		if err == nil {
			_, err = conn.Do(q)
			conn.Close()
		}
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("no answer since the start: %w", err)
		}
	}
}

// Close closes the connection.
func (c *Conn) Close() { _ = c.conn.Close() }

// Do asks the question and returns the answer's body, valid until the next call. Any answer but the right one is an error.
func (c *Conn) Do(q *Question) ([]byte, error) {
	if err := c.conn.SetDeadline(time.Now().Add(timeout)); err != nil {
		return nil, err
	}
	if _, err := c.conn.Write(q.Request); err != nil {
		return nil, fmt.Errorf("cannot send %s: %w", q.Name, err)
	}
	response, err := http.ReadResponse(c.reader, nil) //nolint:bodyclose // read to its end below, on a connection that stays
	if err != nil {
		return nil, fmt.Errorf("cannot read the answer to %s: %w", q.Name, err)
	}
	c.body.Reset()
	if _, err := io.Copy(&c.body, response.Body); err != nil {
		return nil, fmt.Errorf("cannot read the answer to %s: %w", q.Name, err)
	}
	if response.StatusCode != http.StatusOK || !bytes.Contains(c.body.Bytes(), q.Contains) {
		return nil, fmt.Errorf("wrong answer to %s: status %d, %.300s", q.Name, response.StatusCode, c.body.Bytes())
	}
	return c.body.Bytes(), nil
}
