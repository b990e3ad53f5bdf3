// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// These tests hold down how Karmada's client treats answers, the ground on which the function's protocol stands.

// stub is a TLS server that answers as the test says.
func stub(t *testing.T, handler http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	client, err := NewClient(server.URL+"/path", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 5)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func TestWhichErrorsShow(t *testing.T) {
	const status = `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"the cause","code":%d}`
	tests := map[string]struct {
		reason      string
		code        int
		contentType string
		body        string
		want        string
		hidden      bool
	}{
		"status body":      {reason: "a Status body shows its message", code: 400, contentType: "application/json", body: fmt.Sprintf(status, 400), want: "the cause"},
		"status body, 404": {reason: "whatever the code", code: 404, contentType: "application/json", body: fmt.Sprintf(status, 404), want: "the cause"},
		"plain text":       {reason: "a plain text body is thrown away", code: 400, contentType: "text/plain", body: "the cause", want: "unknown", hidden: true},
		"empty uid": {reason: "a message beside a wrong uid is lost", code: 200, contentType: "application/json", want: "expected response.uid", hidden: true,
			body: `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1","response":{"uid":"","successful":false,"status":{"message":"the cause","code":400}}}`},
		"no response": {reason: "an answer needs a response", code: 200, contentType: "application/json", want: "webhook response was absent",
			body: `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1"}`},
		"unavailable": {reason: "503 without Retry-After fails at once", code: 503, contentType: "application/json", body: fmt.Sprintf(status, 503), want: "the cause"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int32
			client := stub(t, func(w http.ResponseWriter, r *http.Request) {
				calls.Add(1)
				w.Header().Set("Content-Type", test.contentType)
				w.WriteHeader(test.code)
				_, _ = io.WriteString(w, test.body)
			})
			_, err := client.Ask(t.Context(), Input{Operation: "InterpretHealth", Object: object(t, `"spec":{}`)})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: got %v, want %s", test.reason, err, test.want)
			}
			if test.hidden && strings.Contains(err.Error(), "the cause") {
				t.Errorf("%s: got %v", test.reason, err)
			}
			if calls.Load() != 1 {
				t.Errorf("%s: got %d calls, want 1", test.reason, calls.Load())
			}
		})
	}
}

// TestRetryAfter shows that 503 with Retry-After delays a call instead of failing it.
func TestRetryAfter(t *testing.T) {
	var calls atomic.Int32
	client := stub(t, func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		answerHealthy(w, r)
	})
	got, err := client.Ask(t.Context(), Input{Operation: "InterpretHealth", Object: object(t, `"spec":{}`)})
	if err != nil || got != "true" || calls.Load() != 2 {
		t.Errorf("got %s, %v after %d calls, want true after 2", got, err, calls.Load())
	}
}

func answerHealthy(w http.ResponseWriter, r *http.Request) {
	var call struct {
		Request struct {
			UID string `json:"uid"`
		} `json:"request"`
	}
	_ = json.NewDecoder(r.Body).Decode(&call)
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1","response":{"uid":%q,"successful":true,"healthy":true}}`, call.Request.UID)
}

// TestRequest holds down what Karmada sends.
func TestRequest(t *testing.T) {
	var seen *http.Request
	var body []byte
	client := stub(t, func(w http.ResponseWriter, r *http.Request) {
		seen = r.Clone(r.Context())
		body, _ = io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		answerHealthy(w, r)
	})
	if _, err := client.Ask(t.Context(), Input{Operation: "InterpretHealth", Object: object(t, `"spec":{}`)}); err != nil {
		t.Fatal(err)
	}
	if seen.Method != http.MethodPost || seen.URL.String() != "/path?timeout=5s" {
		t.Errorf("got %s %s, want POST /path?timeout=5s", seen.Method, seen.URL)
	}
	for header, want := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, */*", "Accept-Encoding": "gzip",
		"User-Agent": "kube-apiserver-admission", "Authorization": "",
	} {
		if got := seen.Header.Get(header); got != want {
			t.Errorf("header %s: got %q, want %q", header, got, want)
		}
	}
	if seen.ContentLength != int64(len(body)) {
		t.Errorf("got Content-Length %d, want %d", seen.ContentLength, len(body))
	}
	if !strings.Contains(string(body), `"replicas":0`) || strings.Contains(string(body), "observedObject") {
		t.Errorf("replicas stand in every request and observedObject only in Retain: %s", body)
	}
}
