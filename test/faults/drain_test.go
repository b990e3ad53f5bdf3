// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestDrainAlone ends a server that is the only one, while callers never pause, half of them with a new connection for
// each call. A call that finds the port closed was not taken; every other gets an answer, at least 503 with Retry-After.
func TestDrainAlone(t *testing.T) {
	for name, secure := range map[string]bool{"HTTP": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			var sent, answered, refused, lost atomic.Int64
			var first atomic.Value
			for range 5 {
				p, _, target := caged(t, binary, secure, "LOG_LEVEL=error", "DRAIN_TIMEOUT=3s", "DRAIN_QUIET=500ms")
				w := witness(target, "/healthz")
				wait(t, "the server answers", func() bool { return w.ask(w.Fresh) == nil })
				var group sync.WaitGroup
				for i := range 16 {
					group.Go(func() {
						client := witness(target, "").Fresh
						if i%2 == 0 {
							client = witness(target, "").Kept
						}
						for {
							response, err := client.Post(w.URL, "application/json", strings.NewReader(Question))
							if errors.Is(err, syscall.ECONNREFUSED) {
								return
							}
							sent.Add(1)
							switch {
							case err != nil:
								lost.Add(1)
								first.CompareAndSwap(nil, err.Error())
								continue
							case response.StatusCode == http.StatusOK:
								answered.Add(1)
							case response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "":
								refused.Add(1)
							default:
								lost.Add(1)
							}
							response.Body.Close()
						}
					})
				}
				wait(t, "calls are answered", func() bool { return answered.Load() > 500 })
				must(t, p.Process.Signal(syscall.SIGTERM))
				began := time.Now()
				group.Wait()
				must(t, p.Wait())
				if took := time.Since(began); took > 4*time.Second {
					t.Errorf("it took %s to end", took)
				}
			}
			table = append(table, fmt.Sprintf("%-56s %8d %8d %8d\n", "SIGTERM to the only server, callers never pause, "+name,
				sent.Load(), answered.Load()+refused.Load(), lost.Load()))
			if lost.Load()*100_000 > sent.Load() && lost.Load() > 1 {
				t.Errorf("%d of %d calls were lost, the first with: %v", lost.Load(), sent.Load(), first.Load())
			}
			t.Logf("%d sent, %d answered, %d refused with 503, %d lost: %v", sent.Load(), answered.Load(), refused.Load(), lost.Load(), first.Load())
		})
	}
}
