// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"workload.example.io/interpreter/internal/webhook"
)

// serve serves a handler within the limits.
func serve(t *testing.T, c Config, next http.HandlerFunc) (*Limits, *httptest.Server) {
	t.Helper()
	l := New(c, next, nil)
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	return l, server
}

// reading answers a body that was read with its length, and 503 without room.
func reading(w http.ResponseWriter, r *http.Request) {
	n, err := io.Copy(io.Discard, r.Body)
	if errors.Is(err, webhook.ErrBusy) {
		webhook.WriteUnavailable(w, r, nil)
		return
	}
	fmt.Fprint(w, n, err)
}

// post sends a body and returns what was answered.
func post(t *testing.T, url string, body io.Reader) string {
	t.Helper()
	response, err := http.Post(url, "application/json", body)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

func (l *Limits) taken() (sum int64, waiting int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range []*class{&l.small, &l.large} {
		sum += c.bodies.taken + c.work.taken + int64(len(c.holds))
		waiting += c.bodies.queue.Len() + c.work.queue.Len()
	}
	return sum, waiting
}

func until(t *testing.T, what string, met func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !met(); <-time.After(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// TestQueue sends many large bodies at once: all are answered, and never more than fit are held.
func TestQueue(t *testing.T) {
	const size, fit = 6 << 20, 24 << 20 / (6<<20 + overhead)
	var now, most atomic.Int64
	l, server := serve(t, Config{MaxBytes: 32 << 20, MaxCalls: 100}, func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		reading(w, r)
	})
	body := make([]byte, size)
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() {
			if got := post(t, server.URL, bytes.NewReader(body)); got != fmt.Sprint(size, nil) {
				t.Errorf("got %s", got)
			}
		})
	}
	group.Wait()
	if got := most.Load(); got < 1 || got > fit {
		t.Errorf("%d calls of %d bytes were held at once, want 1 to %d", got, size, fit)
	}
	until(t, "all room is given back", func() bool { sum, _ := l.taken(); return sum == 0 })
}

// stalled opens connections that claim a body and send the beginning of it.
func stalled(t *testing.T, server *httptest.Server, n int, head string, sent int) {
	t.Helper()
	for range n {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { connection.Close() })
		if _, err := io.WriteString(connection, "POST / HTTP/1.1\r\nHost: a\r\n"+head+"\r\n\r\n"+strings.Repeat("x", sent)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestStalled holds all room with bodies that never come: they keep it as long as nobody else wants it, and lose it soon
// when somebody does. Small calls are answered at once all the while.
func TestStalled(t *testing.T) {
	tests := map[string]struct {
		reason, head string
		n, sent      int
		body         int
		most         time.Duration
	}{
		"large":   {reason: "room is reserved by length", head: "Content-Length: 8388608", n: 5, sent: 1 << 10, body: 6 << 20, most: 3 * time.Second},
		"nearly":  {reason: "nearly whole bodies", head: "Content-Length: 8388608", n: 5, sent: 256 << 10, body: 6 << 20, most: 5 * time.Second},
		"beside":  {reason: "small calls have room of their own", head: "Content-Length: 8388608", n: 5, sent: 1 << 10, body: 1 << 10, most: time.Second},
		"small":   {reason: "small calls that stall make room, too, the smallest first", head: "Content-Length: 65536", n: 250, sent: 1 << 10, body: 1 << 10, most: 2 * time.Second},
		"chunked": {reason: "a body of unknown length counts as large", head: "Transfer-Encoding: chunked", n: 200, body: 1 << 10, most: time.Second},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			l, server := serve(t, Config{MaxBytes: 32 << 20, MaxCalls: 256}, reading)
			stalled(t, server, test.n, test.head, test.sent)
			until(t, "they are there", func() bool {
				_, waiting := l.taken()
				l.mu.Lock()
				defer l.mu.Unlock()
				return len(l.small.holds)+len(l.large.holds)+waiting == test.n
			})
			began := time.Now()
			for range 3 {
				if got := post(t, server.URL, bytes.NewReader(make([]byte, test.body))); got != fmt.Sprint(test.body, nil) {
					t.Errorf("%s: got %s", test.reason, got)
				}
			}
			if took := time.Since(began); took > test.most {
				t.Errorf("%s: it took %s, want at most %s", test.reason, took, test.most)
			}
		})
	}
}

// TestRefuses checks what is refused: a call too many in the queue, and one whose client is gone.
func TestRefuses(t *testing.T) {
	open := make(chan struct{})
	l, server := serve(t, Config{MaxBytes: 16 << 20, MaxCalls: 1}, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-open
	})
	large := func() io.Reader { return bytes.NewReader(make([]byte, 8<<20)) }
	var group sync.WaitGroup
	group.Go(func() { post(t, server.URL, large()) })
	until(t, "one is held", func() bool { sum, _ := l.taken(); return sum > 0 })
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan bool)
	go func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		gone <- !l.take(ctx, &l.large.bodies, l.large.bodies.capacity)
	}()
	until(t, "one waits", func() bool { _, waiting := l.taken(); return waiting == 1 })
	if got := post(t, server.URL, large()); !strings.Contains(got, `"code":503`) {
		t.Errorf("one too many: got %s", got)
	}
	cancel()
	if !<-gone {
		t.Error("a client that is gone was let in")
	}
	close(open)
	group.Wait()
	until(t, "all room is given back", func() bool { sum, waiting := l.taken(); return sum == 0 && waiting == 0 })
}

// BenchmarkAdmit shows what the limits cost a call.
func BenchmarkAdmit(b *testing.B) {
	l := New(Config{MaxBytes: 32 << 20, MaxCalls: 256}, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = r.Body.Read(nil)
	}), nil)
	r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
	w := httptest.NewRecorder()
	for b.Loop() {
		r.Body = http.NoBody
		l.ServeHTTP(w, r)
	}
}

// TestLightestFirst fills the queue of the small calls: a lighter one takes the place of the heaviest, an equal one does not.
func TestLightestFirst(t *testing.T) {
	l := New(Config{MaxBytes: 64 << 20, MaxCalls: 1}, nil, nil)
	room := &l.small.bodies
	room.taken = room.capacity
	take := func(weight int64) <-chan bool {
		taken := make(chan bool, 1)
		go func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			taken <- l.take(t.Context(), room, weight)
		}()
		return taken
	}
	heavy := take(64 << 10)
	until(t, "the heavy call waits", func() bool { _, waiting := l.taken(); return waiting == 1 })
	if <-take(64 << 10) {
		t.Error("a call as heavy found a place in a full queue")
	}
	light := take(1 << 10)
	if <-heavy {
		t.Error("the heavy call found room where there is none")
	}
	l.mu.Lock()
	room.give(room.capacity)
	l.mu.Unlock()
	if !<-light {
		t.Error("the light call found no room")
	}
}
