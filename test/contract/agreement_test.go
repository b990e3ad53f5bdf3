// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
)

// What a client makes of an answer.
const (
	accepted = "accepted" // it is used
	refused  = "refused"  // it says "successful: false", with a status
	failed   = "failed"   // it is no answer
)

// row is one answer and what Karmada's client makes of it.
type row struct {
	reason string
	// operation is InterpretHealth unless it says otherwise.
	operation configv1alpha1.InterpreterOperation
	serve     http.HandlerFunc
	want      string
	// tolerated names what interpret reports beside an answer that is accepted.
	tolerated []string
}

// outcome is what one of the clients made of an answer, and how it got there.
type outcome struct {
	verdict string
	// value is what is used of an accepted answer, as JSON.
	value    string
	warnings []string
	calls    []string
}

// stage answers as the current row says, and notes the calls.
type stage struct {
	mu    sync.Mutex
	serve http.HandlerFunc
	calls []string
}

func (s *stage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.mu.Lock()
	serve := s.serve
	s.calls = append(s.calls, fmt.Sprintf("%s %s, with a body: %t", r.Method, r.URL.Path, len(body) > 0))
	s.mu.Unlock()
	serve(w, r)
}

// run lets a client ask while a row is served, and returns the calls that it made.
func (s *stage) run(serve http.HandlerFunc, ask func()) []string {
	s.mu.Lock()
	s.serve, s.calls = serve, nil
	s.mu.Unlock()
	ask()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// TestAgreement puts each answer to Karmada's own client and to interpret ask. Both have to make the same calls, come to
// the same verdict, use the same value and show the same warnings. It is about the release that interpret is built with, so
// the runs with older clients leave it out.
func TestAgreement(t *testing.T) {
	s := &stage{}
	server := httptest.NewTLSServer(s)
	defer server.Close()
	server.Config.ErrorLog = quiet
	url := server.URL + "/path"
	bundle := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	karmada, err := NewClient(url, bundle, timeoutSeconds)
	if err != nil {
		t.Fatal(err)
	}
	defer karmada.Close()
	dir := t.TempDir()
	interpret := buildInterpret(t, dir)
	write(t, dir, "ca.pem", string(bundle))
	writeJSON(t, dir, "object.json", object(t, `"spec":{"replicas":3}`))
	all := rows(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			test := all[name]
			if test.operation == "" {
				test.operation = configv1alpha1.InterpreterOperationInterpretHealth
			}
			if test.operation == "InterpretComponent" && !hasComponents {
				t.Skip("this Karmada release does not know InterpretComponent")
			}
			var theirs, ours outcome
			var tolerated []string
			theirCalls := s.run(test.serve, func() { theirs = askKarmada(t, karmada, test.operation) })
			ourCalls := s.run(test.serve, func() { ours, tolerated = askInterpret(t, interpret, url, test.operation) })
			theirs.calls, ours.calls = theirCalls, ourCalls
			if theirs.verdict != test.want {
				t.Errorf("%s: Karmada's client says %s, want %s", test.reason, theirs.verdict, test.want)
			}
			compareOutcomes(t, test, theirs, ours)
			if !slices.Equal(tolerated, test.tolerated) {
				t.Errorf("%s: interpret tolerates %v, want %v", test.reason, tolerated, test.tolerated)
			}
		})
	}
}

func compareOutcomes(t *testing.T, test row, theirs, ours outcome) {
	t.Helper()
	if theirs.verdict != ours.verdict {
		t.Errorf("%s: Karmada's client says %s, interpret %s", test.reason, theirs.verdict, ours.verdict)
	}
	if theirs.verdict == accepted && ours.verdict == accepted && !same(t, theirs.value, ours.value) {
		t.Errorf("%s: Karmada uses %s, interpret %s", test.reason, theirs.value, ours.value)
	}
	if ours.verdict != failed && !slices.Equal(theirs.warnings, ours.warnings) {
		t.Errorf("%s: Karmada's client logs %q, interpret shows %q", test.reason, theirs.warnings, ours.warnings)
	}
	if !slices.Equal(theirs.calls, ours.calls) {
		t.Errorf("%s: Karmada's client calls\n%q\ninterpret\n%q", test.reason, theirs.calls, ours.calls)
	}
}
