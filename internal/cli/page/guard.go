// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"

	"workload.example.io/interpreter/internal/cli/client"
)

// policy is the Content-Security-Policy of the page: its own script and style, its own answers, nothing else and nobody
// around it. The nonce is for the style that the editors make.
func policy(nonce string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce + "'; connect-src 'self'; img-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}

// NewToken returns 128 bits or more that nobody can guess, fit for a URL.
func NewToken() string {
	return strings.ToLower(rand.Text())
}

// guard lets through only what the page itself asks for. The name in Host must be one of the loopback interface, so that
// another site cannot reach the server by a name that leads here. Origin, which browsers send with every POST, must be the
// page's. The path must begin with the token, which is taken off: other programs and pages do not know it.
func guard(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Cache-Control", "no-store")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Content-Security-Policy", policy(NewToken()))
		given, rest, found := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch {
		case !isLoopback(r.Host):
			http.Error(w, "cannot answer for this host: want one of the loopback interface", http.StatusForbidden)
		case !isOwn(r):
			http.Error(w, "cannot answer another page", http.StatusForbidden)
		case !found || subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1:
			http.Error(w, "cannot find the page: want the whole URL that interpret try printed", http.StatusNotFound)
		default:
			inner := r.Clone(r.Context())
			inner.URL.Path, inner.URL.RawPath = "/"+rest, ""
			next.ServeHTTP(w, inner)
		}
	})
}

func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	return client.IsLoopback(host)
}

// isOwn reports whether the page asks, or a person who types the URL. A request that changes or computes something must
// say where it comes from.
func isOwn(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate"
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return r.Method == http.MethodGet || r.Method == http.MethodHead
	}
	return origin == "http://"+r.Host
}
