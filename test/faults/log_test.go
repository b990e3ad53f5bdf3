// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// safeBuffer is a buffer that is written while it is read.
type safeBuffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.String()
}

// TestLogAtTheEnd checks that the line of no call is lost when the server ends, though lines wait for others.
func TestLogAtTheEnd(t *testing.T) {
	const calls = 500
	tests := map[string]struct {
		reason string
		quiet  string
		end    func(p *Process, log *safeBuffer) // after the last call
	}{
		"SIGTERM": {"as the platform ends it", "50ms", func(p *Process, _ *safeBuffer) { must(t, p.Process.Signal(syscall.SIGTERM)) }},
		"twice": {"the second signal ends it at once", "1m", func(p *Process, log *safeBuffer) {
			must(t, p.Process.Signal(syscall.SIGTERM))
			wait(t, "the server is stopping", func() bool { return strings.Contains(log.String(), `"stopping"`) })
			must(t, p.Process.Signal(syscall.SIGTERM))
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			port, err := FreePort()
			must(t, err)
			var log safeBuffer
			p := Command(binary, port, "LOG_LEVEL=info", "DRAIN_TIMEOUT=2m", "DRAIN_QUIET="+test.quiet)
			p.Stderr = &log
			must(t, p.Start())
			wait(t, "the server is ready", func() bool { return strings.Contains(log.String(), `"ready"`) })
			for range calls {
				response, err := http.Post("http://"+p.Address(), "application/json", strings.NewReader(Question))
				must(t, err)
				must(t, response.Body.Close())
			}
			test.end(p, &log)
			_ = p.Wait() // the second signal ends it with 1
			lines := 0
			for line := range strings.Lines(log.String()) {
				var fields struct{ Message string }
				must(t, json.Unmarshal([]byte(line), &fields))
				if fields.Message == "interpreted" {
					lines++
				}
			}
			if lines != calls {
				t.Errorf("%s: got the lines of %d calls, want %d", test.reason, lines, calls)
			}
		})
	}
}
