// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package telemetry

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/webhook"
)

// writes keeps what was written, write by write.
type writes struct {
	mu  sync.Mutex
	all []string
}

func (w *writes) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, string(p))
	return len(p), nil
}

// counts is how many lines each write had.
func (w *writes) counts() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var counts []int
	for _, text := range w.all {
		counts = append(counts, strings.Count(text, "\n"))
	}
	return fmt.Sprint(counts)
}

func newLog(to *writes, values map[string]string) *Log {
	return FromSettings(env.New(func(name string) string { return values[name] }), to)
}

func ended(outcome webhook.Outcome) *webhook.Call {
	return &webhook.Call{Request: &interpreter.Request{UID: "u"}, Response: new(interpreter.Response), Outcome: outcome}
}

// TestBatch checks which lines wait, and what makes them written.
func TestBatch(t *testing.T) {
	tests := map[string]struct {
		reason string
		values map[string]string
		log    func(*Log, webhook.Observer)
		want   string
	}{
		"a lonely line": {reason: "nobody waits for a line that is alone", want: "[1]",
			log: func(_ *Log, call webhook.Observer) { call(ended(webhook.OK)) }},
		"many lines": {reason: "all but the first go together when the log ends", want: "[1 5]",
			log: func(l *Log, call webhook.Observer) {
				for range 6 {
					call(ended(webhook.OK))
				}
				l.Flush()
			}},
		"a bug": {reason: "an error is written at once, behind the lines before it", want: "[1 3 1]",
			log: func(_ *Log, call webhook.Observer) {
				for range 4 {
					call(ended(webhook.OK))
				}
				call(ended(webhook.Bug))
			}},
		"not about a call": {reason: "as any line of the process", want: "[1 1 1]",
			log: func(l *Log, call webhook.Observer) {
				call(ended(webhook.OK))
				call(ended(webhook.OK))
				l.Info("stopping")
			}},
		"after Flush": {reason: "the process may end at any moment", want: "[1 1 1]",
			log: func(l *Log, call webhook.Observer) {
				l.Flush()
				for range 3 {
					call(ended(webhook.OK))
				}
			}},
		"text": {reason: "for people, line by line", values: map[string]string{FormSetting: "text"}, want: "[1 1]",
			log: func(_ *Log, call webhook.Observer) {
				call(ended(webhook.OK))
				call(ended(webhook.OK))
			}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var to writes
			log := newLog(&to, test.values)
			log.Batch()
			log.sink.wrote = time.Time{}
			test.log(log, log.Observer())
			if got := to.counts(); got != test.want {
				t.Errorf("%s: got writes of %s lines, want %s", test.reason, got, test.want)
			}
		})
	}
}

// TestBatchAge checks that a line that waits for others is written even if none comes, and that a burst does not fill the memory.
func TestBatchAge(t *testing.T) {
	var to writes
	log := newLog(&to, nil)
	log.Batch()
	call := log.Observer()
	call(ended(webhook.OK))
	began := time.Now()
	call(ended(webhook.OK))
	for to.counts() != "[1 1]" {
		if time.Since(began) > 20*time.Second {
			t.Fatalf("got writes of %s lines, want [1 1]", to.counts())
		}
		time.Sleep(time.Millisecond)
	}
	if waited := time.Since(began); waited < maxAge/2 {
		t.Errorf("the second line waited %s, want some %s", waited, maxAge)
	}
	for range 10_000 {
		call(ended(webhook.OK))
	}
	if most := cap(log.sink.waiting); most > 2*maxWaiting {
		t.Errorf("got %d bytes that wait, want some %d", most, maxWaiting)
	}
}

// FuzzLine checks that a line is what slog.JSONHandler writes, with texts of any kind.
func FuzzLine(f *testing.F) {
	for _, text := range []string{"nginx", "", `a"b\c`, "\x00\x1f\x7f", "é\u2028\xff", "<&>"} {
		f.Add(text, int64(1621), int64(40), int64(1790000000123456789))
	}
	f.Fuzz(func(t *testing.T, text string, bytesIn, microseconds, nanoseconds int64) {
		now := time.Unix(0, nanoseconds)
		attrs := []slog.Attr{slog.String("name", text), slog.Int64("bytes", bytesIn),
			slog.Float64("duration_ms", float64(time.Duration(uint32(microseconds)))/1000)}
		line, ok := appendLine(nil, now, slog.LevelWarn, "interpreted", attrs)
		if !ok {
			return
		}
		var want bytes.Buffer
		record := slog.NewRecord(now, slog.LevelWarn, "interpreted", 0)
		record.AddAttrs(attrs...)
		if err := slog.NewJSONHandler(&want, &slog.HandlerOptions{ReplaceAttr: rename}).Handle(t.Context(), record); err != nil {
			t.Fatal(err)
		}
		if string(line) != want.String() {
			t.Errorf("got  %swant %s", line, &want)
		}
	})
}
