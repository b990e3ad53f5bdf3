// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

const token = "token"

// TestGuard asks for the page as its own browser does and as everybody else may try.
func TestGuard(t *testing.T) {
	handler := newPage(t, nil).Handler(token)
	tests := map[string]struct {
		reason, method, path, host string
		header                     map[string]string
		want                       int
	}{
		"typed":          {reason: "a person opens the URL", path: "/token/", header: map[string]string{"Sec-Fetch-Site": "none"}, want: 200},
		"linked":         {reason: "a person follows a link to it", path: "/token/", header: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, want: 200},
		"localhost":      {reason: "the port is forwarded", path: "/token/", host: "localhost:9", want: 200},
		"IPv6":           {reason: "loopback too", path: "/token/", host: "[::1]:9", want: 200},
		"script":         {reason: "part of the page", path: "/token/app.js", header: map[string]string{"Sec-Fetch-Site": "same-origin"}, want: 200},
		"edit":           {reason: "the page asks", method: "POST", path: "/token/answers", header: map[string]string{"Origin": "http://127.0.0.1:9"}, want: 200},
		"no token":       {reason: "another program of this machine", path: "/", want: 404},
		"wrong token":    {reason: "a guess", path: "/tokem/", want: 404},
		"half a token":   {reason: "a guess", path: "/toke/", want: 404},
		"rebound name":   {reason: "another site whose name leads here", path: "/token/", host: "attacker.example.com:9", want: 403},
		"no host":        {reason: "nothing to compare", path: "/token/", host: "", want: 403},
		"other origin":   {reason: "another page posts", method: "POST", path: "/token/answers", header: map[string]string{"Origin": "http://attacker.example.com"}, want: 403},
		"other port":     {reason: "another server on this machine posts", method: "POST", path: "/token/answers", header: map[string]string{"Origin": "http://127.0.0.1:10"}, want: 403},
		"opaque origin":  {reason: "a sandboxed frame posts", method: "POST", path: "/token/answers", header: map[string]string{"Origin": "null"}, want: 403},
		"no origin":      {reason: "no browser posts without one", method: "POST", path: "/token/answers", want: 403},
		"foreign script": {reason: "another page embeds the script", path: "/token/app.js", header: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, want: 403},
		"same site":      {reason: "another port of this machine embeds it", path: "/token/app.js", header: map[string]string{"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}, want: 403},
		"a source":       {reason: "only the bundle is served", path: "/token/page.go", want: 404},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			method := test.method
			if method == "" {
				method = http.MethodGet
			}
			r := httptest.NewRequest(method, "http://127.0.0.1:9"+test.path, strings.NewReader("{}"))
			if test.host != "" || name == "no host" {
				r.Host = test.host
			}
			for name, value := range test.header {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code != test.want {
				t.Errorf("%s: got %d %s, want %d", test.reason, w.Code, w.Body, test.want)
			}
			if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
				t.Errorf("the answer has no strict policy: %q", policy)
			}
		})
	}
}

// TestNonce shows that each page has a nonce of its own, the one that its policy names.
func TestNonce(t *testing.T) {
	handler := newPage(t, nil).Handler(token)
	seen := map[string]bool{}
	for range 3 {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:9/token/", nil))
		match := regexp.MustCompile(`nonce="([^"]+)"`).FindStringSubmatch(w.Body.String())
		if len(match) != 2 || !strings.Contains(w.Header().Get("Content-Security-Policy"), "'nonce-"+match[1]+"'") || seen[match[1]] {
			t.Fatalf("want a new nonce in page and policy, got %q", match)
		}
		seen[match[1]] = true
	}
}
