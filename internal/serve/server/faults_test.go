// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// stall opens n connections that send the text and nothing more, and closes them at the end.
func stall(t *testing.T, n int, address string, config *tls.Config, text string) []net.Conn {
	t.Helper()
	stalled := make([]net.Conn, n)
	var group sync.WaitGroup
	for i := range stalled {
		group.Go(func() {
			connection, err := net.Dial("tcp", address)
			if err == nil && config != nil {
				connection = tls.Client(connection, config)
			}
			if err == nil {
				_, err = io.WriteString(connection, text)
			}
			if err != nil {
				t.Error(err)
			}
			stalled[i] = connection
		})
	}
	group.Wait()
	t.Cleanup(func() {
		for _, connection := range stalled {
			connection.Close()
		}
	})
	return stalled
}

// ways are the ways in which a client can stall.
var ways = []string{
	"POST / HTTP/1.1\r\nHost: a\r\nX-A", // half a header
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 8388608\r\n\r\n{",
	"POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"req\r\n",
	"", // not even a header
}

// TestStalled holds 1,000 connections that stall and asks on: all calls are answered although only half as many have a
// place, memory stays bounded, and in the end the connections are closed.
func TestStalled(t *testing.T) {
	c := config()
	c.HeaderTimeout, c.BodyTimeout = 3*time.Second, 3*time.Second
	r := start(t, c, interpreter())
	before := heap()
	var stalled []net.Conn
	for _, way := range ways {
		stalled = append(stalled, stall(t, 1000/len(ways), r.address, nil, way)...)
	}
	web := client(t, nil, false)
	for range 200 {
		answered(t, web, "http://"+r.address)
	}
	t.Logf("200 calls beside %d stalled connections, memory grew by %d KiB", len(stalled), (heap()-before)>>10)
	if grown := heap() - before; grown > 200<<20 {
		t.Errorf("1000 connections took %d MiB", grown>>20)
	}
	for _, connection := range stalled {
		_ = connection.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.Copy(io.Discard, connection); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Fatalf("a stalled connection is still open: %v", err)
		}
	}
}

func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc + stats.StackInuse)
}

// gate is a handler whose calls enter when their body is read and then wait until it is opened.
type gate struct {
	entered, open chan struct{}
	next          http.Handler
}

func newGate() gate {
	return gate{make(chan struct{}, 100), make(chan struct{}), interpreter()}
}

func (g gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		g.entered <- struct{}{}
		<-g.open
	}
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader(string(body)), failing{err}))
	g.next.ServeHTTP(w, r)
}

// failing hands on the error with which a body ended.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}

// TestDrain stops the server with a call in flight: probes fail, the call is answered, its connection closes.
func TestDrain(t *testing.T) {
	c := config()
	c.DrainQuiet = 300 * time.Millisecond
	roots := withTLS(t, &c)
	g := newGate()
	r := start(t, c, g)
	web, url := client(t, roots, false), "https://"+r.address
	var group sync.WaitGroup
	group.Go(func() { answered(t, web, url) })
	<-g.entered
	r.stop()
	probe := client(t, roots.Clone(), false)
	until(t, "the probe fails", func() bool {
		response, err := probe.Get(url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode == http.StatusServiceUnavailable
	})
	close(g.open)
	group.Wait()
	if err := r.ended(t); err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", r.address); err == nil {
		t.Error("the port is open after the end")
	}
}

// TestDrainTooLong checks that a call that never ends does not hold the process, and is owned up to.
func TestDrainTooLong(t *testing.T) {
	c := config()
	c.DrainTimeout = 200 * time.Millisecond
	g := newGate()
	r := start(t, c, g)
	var group sync.WaitGroup
	group.Go(func() { _, _, _, _ = call(client(t, nil, false), "http://"+r.address, strings.NewReader(question)) })
	<-g.entered
	if err := r.ended(t); err == nil || err.Error() != "cannot finish 1 calls within 200ms" {
		t.Errorf("got %v", err)
	}
	close(g.open)
	group.Wait()
}
