// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/interpreter"
)

const nginx = `{"apiVersion":"workload.example.io/v1alpha1","kind":"Workload","metadata":{"name":"nginx"}}`

func healthRequest(t *testing.T) *interpreter.Request {
	t.Helper()
	request, err := Input{Operation: "InterpretHealth", Object: []byte(nginx)}.Request()
	if err != nil {
		t.Fatal(err)
	}
	return request
}

// healthy answers that anything is healthy.
func healthy(w http.ResponseWriter, r *http.Request) {
	var call struct {
		Request struct {
			UID string `json:"uid"`
		} `json:"request"`
	}
	_ = json.NewDecoder(r.Body).Decode(&call)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Add("Warning", `299 - "one"`)
	w.Header().Add("Warning", `299 - "two, quoted \"so\""`)
	fmt.Fprintf(w, `{"response":{"uid":%q,"successful":true,"healthy":true}}`, call.Request.UID)
}

func TestRequestLine(t *testing.T) {
	var got *http.Request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Clone(t.Context())
		healthy(w, r)
	}))
	defer server.Close()
	endpoint, err := New(server.URL+"/a/path", nil, 2500*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	response, err := endpoint.Ask(t.Context(), healthRequest(t))
	if err != nil {
		t.Fatal(err)
	}
	if line := got.Method + " " + got.RequestURI + " " + got.Proto; line != "POST /a/path?timeout=3s HTTP/1.1" {
		t.Errorf("timeouts are rounded up to seconds: got %s", line)
	}
	want := http.Header{"Accept": {"application/json, */*"}, "Accept-Encoding": {"gzip"}, "Content-Type": {"application/json"},
		"User-Agent": {"kube-apiserver-admission"}, "Content-Length": got.Header["Content-Length"]}
	if diff := cmp.Diff(want, got.Header); diff != "" {
		t.Errorf("headers of Karmada (-want +got)\n%s", diff)
	}
	if got.ContentLength <= 0 {
		t.Errorf("want a Content-Length, got %d", got.ContentLength)
	}
	if diff := cmp.Diff([]string{"one", `two, quoted "so"`}, response.Warnings); diff != "" {
		t.Errorf("warnings (-want +got)\n%s", diff)
	}
	if !*response.Healthy || response.Trace.Protocol != "HTTP/1.1" || !response.Trace.Connected() {
		t.Errorf("got %+v", response)
	}
}

// TestProtocols holds down that HTTP/2 is only spoken on loopback, as Karmada does.
func TestProtocols(t *testing.T) {
	for address, want := range map[string]bool{
		"https://127.0.0.1:1/": true, "https://[::1]/": true, "https://LOCALHOST/": true,
		"https://interpreter.example.com/": false, "https://10.0.0.1/": false, "https://localhost.example.com/": false,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := transport(u, nil).Protocols.HTTP2(); got != want {
			t.Errorf("%s: got HTTP/2 %t, want %t", address, got, want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	tests := map[string]struct {
		reason string
		busy   int
		status int
		value  string
		fault  string
		calls  int
		waited time.Duration
	}{
		"once":           {reason: "a busy endpoint is asked again", busy: 1, status: 503, value: "2", calls: 2, waited: 2 * time.Second},
		"429":            {reason: "429 means the same", busy: 3, status: 429, value: "1", calls: 4, waited: 3 * time.Second},
		"500":            {reason: "client-go looks at every 5xx", busy: 1, status: 500, value: "1", calls: 2, waited: time.Second},
		"400":            {reason: "and at no other 4xx", busy: 1, status: 400, value: "1", fault: HTTPStatus, calls: 1},
		"ten times":      {reason: "client-go gives up after ten retries", busy: 100, status: 503, value: "1", fault: HTTPStatus, calls: 11, waited: 10 * time.Second},
		"too long":       {reason: "a pause may not outlast the timeout", busy: 1, status: 503, value: "60", fault: Overloaded, calls: 1, waited: 30 * time.Second},
		"zero":           {reason: "a pause of zero is no reason to fail", busy: 1, status: 503, value: "0", calls: 2},
		"negative":       {reason: "less than zero means zero", busy: 1, status: 503, value: "-1", calls: 2},
		"hot loop":       {reason: "ten retries without a pause", busy: 100, status: 503, value: "0", fault: RetryAfterZero, calls: 11},
		"missing":        {reason: "without the header the call fails at once", busy: 1, status: 503, fault: RetryAfterMissing, calls: 1},
		"a date":         {reason: "client-go reads seconds only", busy: 1, status: 429, value: "Sun, 06 Nov 2033 08:49:37 GMT", fault: RetryAfterMissing, calls: 1},
		"500 without it": {reason: "a 500 is an error of another sort", busy: 1, status: 500, fault: HTTPStatus, calls: 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				endpoint := InProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if calls++; calls > test.busy {
						healthy(w, r)
						return
					}
					if test.value != "" {
						w.Header().Set("Retry-After", test.value)
					}
					w.WriteHeader(test.status)
				}))
				started := time.Now()
				_, err := endpoint.Ask(t.Context(), healthRequest(t))
				fault := ""
				if f := AsFault(err); f != nil {
					fault = f.Name
				}
				if fault != test.fault || calls != test.calls || time.Since(started) != test.waited {
					t.Errorf("%s: got %q after %d calls and %s, want %q after %d and %s",
						test.reason, fault, calls, time.Since(started), test.fault, test.calls, test.waited)
				}
			})
		})
	}
}

func TestNew(t *testing.T) {
	tests := map[string]struct {
		reason, address, bundle, fault string
	}{
		"https":               {address: "https://interpreter.example.com/path"},
		"http on loopback":    {reason: "a function runs there while it is written", address: "http://127.0.0.1:8080/"},
		"http on localhost":   {address: "http://localhost:8080/"},
		"http elsewhere":      {reason: "Karmada refuses it", address: "http://interpreter.example.com/", fault: BadURL},
		"no URL":              {address: "::", fault: BadURL},
		"no host":             {address: "https:///path", fault: BadURL},
		"user":                {address: "https://me@interpreter.example.com/", fault: BadURL},
		"query":               {address: "https://interpreter.example.com/?a=b", fault: BadURL},
		"fragment":            {address: "https://interpreter.example.com/#a", fault: BadURL},
		"bundle that is none": {address: "https://interpreter.example.com/", bundle: "PEM", fault: BadBundle},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := New(test.address, []byte(test.bundle), time.Second)
			got := ""
			if fault := AsFault(err); fault != nil {
				got = fault.Name
			}
			if got != test.fault {
				t.Errorf("%s: got %q, want %q", test.reason, got, test.fault)
			}
		})
	}
}

// TestSecrets shows that a fault does not repeat the path, even if the endpoint does.
func TestSecrets(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"status": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprintf(w, `{"kind":"Status","message":"no handler for %s"}`, r.URL.Path)
		},
		"title": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<title>"+r.URL.Path+"</title>")
		},
		"redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path+"/", http.StatusFound) },
		"segment":  func(w http.ResponseWriter, r *http.Request) { http.Error(w, "bad s3cr3t", http.StatusBadRequest) },
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(handler)
			defer server.Close()
			endpoint, err := New(server.URL+"/a/s3cr3t", nil, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			_, err = endpoint.Ask(t.Context(), healthRequest(t))
			if err == nil || strings.Contains(err.Error(), "s3cr3t") {
				t.Errorf("want a fault without the path, got %v", err)
			}
		})
	}
}
