// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package telemetry_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/telemetry"
	"workload.example.io/interpreter/internal/webhook"
)

const object = `{"metadata":{"annotations":{"work.karmada.io/namespace":"karmada-es-member1"}},"spec":{"secret":"canary"}}`

// answered is a call that ended well, with a patch of one operation.
func answered() *webhook.Call {
	request := &interpreter.Request{UID: "u1", Name: "nginx", Namespace: "default", Operation: "ReviseReplica"}
	request.Kind.Kind = "Workload"
	request.Object.Raw = []byte(object)
	answer := &interpreter.Response{}
	answer.Successful = true
	answer.Patch = []byte(`[{"op":"add","path":"/spec/replicas","value":2}]`)
	return &webhook.Call{Header: http.Header{}, Request: request, Response: answer, Outcome: webhook.OK, Received: 1621, Duration: 40 * time.Microsecond}
}

// lines logs the call and returns the lines without their time.
func lines(t *testing.T, values map[string]string, call *webhook.Call) []string {
	t.Helper()
	var out bytes.Buffer
	settings := env.New(func(name string) string { return values[name] })
	log := telemetry.FromSettings(settings, &out)
	if err := settings.Err(); err != nil {
		t.Fatal(err)
	}
	if observer := log.Observer(); observer != nil {
		observer(call)
	}
	if out.Len() == 0 {
		return nil
	}
	all := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for i := range all {
		if rest, ok := strings.CutPrefix(all[i], `{"time":`); ok {
			_, all[i], _ = strings.Cut(rest, ",")
			all[i] = "{" + all[i]
		}
	}
	return all
}

func TestLine(t *testing.T) {
	const traceID, spanID = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	const want = `{"severity":"INFO","message":"interpreted","operation":"ReviseReplica","kind":"Workload","namespace":"default",` +
		`"name":"nginx","cluster":"member1","uid":"u1","outcome":"ok","answer":"patch ops=1","duration_ms":0.04,"bytes":1621`
	tests := map[string]struct {
		reason string
		values map[string]string
		header map[string]string
		change func(*webhook.Call)
		want   []string
	}{
		"ok":       {reason: "the line of the design", want: []string{want + "}"}},
		"warn":     {reason: "a call that went well is not worth a line", values: map[string]string{"LOG_LEVEL": "warn"}},
		"off":      {reason: "nothing at all", values: map[string]string{"LOG_LEVEL": "off"}, change: func(c *webhook.Call) { c.Outcome = webhook.Bug }},
		"trace":    {reason: "the trace of W3C", header: map[string]string{"Traceparent": "00-" + traceID + "-" + spanID + "-01"}, want: []string{want + `,"trace":"` + traceID + `"}`}},
		"no trace": {reason: "anything else is ignored", header: map[string]string{"Traceparent": `00-"canary"-x-01`, "X-Cloud-Trace-Context": "canary/1"}, want: []string{want + "}"}},
		"cloud": {reason: "the keys of Cloud Logging", values: map[string]string{"GOOGLE_CLOUD_PROJECT": "shop"}, header: map[string]string{"Traceparent": "00-" + traceID + "-" + spanID + "-01"},
			want: []string{want + `,"logging.googleapis.com/trace":"projects/shop/traces/` + traceID + `","logging.googleapis.com/spanId":"` + spanID + `"}`}},
		"google header": {reason: "Google's own header", values: map[string]string{"GOOGLE_CLOUD_PROJECT": "shop"}, header: map[string]string{"X-Cloud-Trace-Context": traceID + "/123;o=1"},
			want: []string{want + `,"logging.googleapis.com/trace":"projects/shop/traces/` + traceID + `"}`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			call := answered()
			for key, value := range test.header {
				call.Header.Set(key, value)
			}
			if test.change != nil {
				test.change(call)
			}
			if diff := cmp.Diff(test.want, lines(t, test.values, call)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
		})
	}
}

// TestHostileNames checks that names from outside can neither break a line nor fill the disk.
func TestHostileNames(t *testing.T) {
	call := answered()
	call.Request.Name = "a\n{\"severity\":\"ERROR\"}\x1b[2J"
	call.Request.Namespace = strings.Repeat("\u00e9", 100_000)
	call.Request.Object.Raw = []byte(strings.Replace(object, "member1", "\\u0007"+strings.Repeat("x", 10_000), 1))
	got := lines(t, nil, call)
	if len(got) != 1 || len(got[0]) > 2000 {
		t.Fatalf("want one line of at most 2000 bytes, got %d lines of %d bytes", len(got), len(strings.Join(got, "")))
	}
	var line map[string]any
	if err := json.Unmarshal([]byte(got[0]), &line); err != nil {
		t.Fatalf("want JSON, got %v in %s", err, got[0])
	}
	if line["name"] != call.Request.Name {
		t.Errorf("got name %q, want %q", line["name"], call.Request.Name)
	}
}

// TestDirection checks that no character turns the rest of a line around or hides in it.
func TestDirection(t *testing.T) {
	call := answered()
	call.Request.Name = "a\u202eb\u200bc\u2028d\u00e9"
	got := strings.Join(lines(t, nil, call), "")
	if !strings.Contains(got, `"name":"a\\u202eb\\u200bc\\u2028dé"`) {
		t.Errorf("got %s", got)
	}
}

// TestSeldom checks that a flood of strangers gets one line a second, which counts the others, and that calls that cost
// something to make get a line each.
func TestSeldom(t *testing.T) {
	for outcome, most := range map[webhook.Outcome]int{webhook.NoSecret: 4, webhook.Invalid: 4, webhook.Busy: 4, webhook.OK: 1000, webhook.Refused: 1000, webhook.Bug: 1000} {
		var out bytes.Buffer
		observer := telemetry.FromSettings(env.New(func(string) string { return "" }), &out).Observer()
		call := answered()
		call.Outcome = outcome
		began := time.Now()
		for range 1000 {
			observer(call)
		}
		for strings.Count(out.String(), "\n") == 1 && time.Since(began) < 10*time.Second { // until the next may pass
			observer(call)
		}
		got := strings.Count(out.String(), "\n")
		if got > most || got < min(most, 2) {
			t.Errorf("%s: got %d lines of 1000 calls, want at most %d", outcome, got, most)
		}
		if counted := strings.Contains(out.String(), `"left_out":`); counted != (most < 1000) {
			t.Errorf("%s: how many were left out is told: %t", outcome, counted)
		}
	}
}

func TestSeverity(t *testing.T) {
	for outcome, want := range map[webhook.Outcome]string{
		webhook.OK: "INFO", webhook.Refused: "WARNING", webhook.Invalid: "WARNING", webhook.NoSecret: "WARNING", webhook.Busy: "WARNING", webhook.Bug: "ERROR",
	} {
		call := &webhook.Call{Request: new(interpreter.Request), Response: new(interpreter.Response), Outcome: outcome, Message: "why"}
		if got := lines(t, nil, call); len(got) != 1 || !strings.HasPrefix(got[0], `{"severity":"`+want+`"`) || !strings.Contains(got[0], `"error":"why"`) {
			t.Errorf("%s: got %q, want one line of severity %s with its reason", outcome, got, want)
		}
	}
}

// BenchmarkLine shows what a line costs a call.
func BenchmarkLine(b *testing.B) {
	log := telemetry.FromSettings(env.New(func(string) string { return "" }), discard{})
	observe, call := log.Observer(), answered()
	b.ReportAllocs()
	for b.Loop() {
		observe(call)
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
