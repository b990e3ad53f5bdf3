// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package load

import (
	"bytes"
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// serve answers with the body that it got and counts the calls.
func serve(t *testing.T) (address string, config *tls.Config, calls *atomic.Int64) {
	t.Helper()
	calls = &atomic.Int64{}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		body, _ := io.ReadAll(r.Body)
		if bytes.Contains(body, []byte("refuse")) {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = w.Write(body)
	}))
	t.Cleanup(server.Close)
	config = server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	config.NextProtos, config.ServerName = nil, "127.0.0.1"
	return server.Listener.Addr().String(), config, calls
}

func TestDo(t *testing.T) {
	address, config, _ := serve(t)
	conn, err := Dial(address, config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, size := range []int{1, 100, 1 << 20} { // the last one comes back in chunks
		want := strings.Repeat("x", size)
		question := Ask("echo", "/", []byte(want), "x")
		if got, err := conn.Do(&question); err != nil || string(got) != want {
			t.Errorf("got %d bytes, want %d: %v", len(got), size, err)
		}
	}
	for reason, question := range map[string]Question{
		"another answer": Ask("other", "/", []byte("x"), "y"),
		"a refusal":      Ask("refused", "/", []byte("refuse"), ""),
	} {
		if _, err := conn.Do(&question); err == nil || !strings.Contains(err.Error(), question.Name) {
			t.Errorf("%s: got %v, want an error that names the question", reason, err)
		}
	}
}

func TestRun(t *testing.T) {
	address, config, calls := serve(t)
	good, bad := Ask("good", "/", []byte("good"), "good"), Ask("bad", "/", []byte("refuse"), "")
	tests := map[string]struct {
		reason    string
		callers   int
		until     Until
		questions []Question
		least     int
		most      int
		failed    bool
	}{
		"calls":   {"exactly as many", 3, Until{Calls: 10}, []Question{good}, 10, 10, false},
		"no time": {"each caller calls once at least", 4, Until{Time: 1}, []Question{good}, 4, 4, false},
		"time":    {"until it is over", 2, Until{Time: 50 * time.Millisecond}, []Question{good}, 3, 1e6, false},
		"failing": {"a caller gives up and says why", 1, Until{Calls: 1000}, []Question{bad}, 0, 0, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			calls.Store(0)
			got, err := Run(t.Context(), test.callers, test.until, Callers(address, config, test.questions))
			if err != nil {
				t.Fatal(err)
			}
			if n := len(got.Durations); n < test.least || n > test.most || (got.Failed > 0) != test.failed || (got.Err != nil) != test.failed {
				t.Errorf("%s: got %d answers and %d failures (%v), want %d to %d answers", test.reason, n, got.Failed, got.Err, test.least, test.most)
			}
			if int(calls.Load()) != len(got.Durations)+got.Failed {
				t.Errorf("the server saw %d calls, %d are counted", calls.Load(), len(got.Durations)+got.Failed)
			}
		})
	}
}

func TestQuantile(t *testing.T) {
	r := Result{Took: time.Second}
	if r.Quantile(0.5) != 0 {
		t.Error("want 0 of nothing")
	}
	for i := range 100 {
		r.Durations = append(r.Durations, time.Duration(i))
	}
	if got := []time.Duration{r.Quantile(0), r.Quantile(0.5), r.Quantile(0.99), r.Quantile(1)}; got[0] != 0 || got[1] != 50 || got[2] != 99 || got[3] != 99 {
		t.Errorf("got %v", got)
	}
	if r.Rate() != 100 {
		t.Errorf("got %v calls in a second, want 100", r.Rate())
	}
}
