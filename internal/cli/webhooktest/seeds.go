// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhooktest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"time"
)

// Hosts that the tests' name server does not know, and knows as 127.0.0.1.
const (
	UnknownHost = "no-such-host.test"
	KnownHost   = "interpreter.test"
)

// seeds are all ways to be broken, by name.
var seeds = map[string]seed{
	"none":                      {},
	"expired-certificate":       {from: -48 * time.Hour, until: -time.Hour},
	"future-certificate":        {from: time.Hour},
	"expiring-certificate":      {until: 24 * time.Hour},
	"wrong-name":                {hosts: []string{"interpreter.example.com"}},
	"foreign-authority":         {foreign: true},
	"private-authority":         {unbundled: true},
	"client-certificate-wanted": {clientCert: true},
	"plain-http":                {plain: true},
	"nothing-listens":           {down: true},
	"unknown-host":              {host: UnknownHost},
	"named-host":                {host: KnownHost, hosts: []string{KnownHost}},
	"wrong-path":                {path: "/interpreter/old-s3cr3t"},
	"no-path-secret":            {open: true},
	"no-path":                   {open: true, path: "/"},
	"http-1.0":                  {raw: http10},
	"no-keep-alive":             {closing: true},
	"closes-connection":         {raw: func(c net.Conn) { _, _ = http.ReadRequest(bufio.NewReader(c)) }},
	"moved":                     moved(http.StatusMovedPermanently, "/moved"),
	"moved-permanently":         moved(http.StatusPermanentRedirect, "/moved"),
	"moves-in-a-circle":         moved(http.StatusTemporaryRedirect, "/interpreter/"+Secret),
	"login-page":                page(http.StatusOK, "Sign in"),
	"gateway-error":             page(http.StatusBadGateway, "502 Bad Gateway"),
	"needs-credentials":         always(http.StatusUnauthorized, "WWW-Authenticate", "Basic"),
	"crashes":                   text(http.StatusInternalServerError, "panic at /interpreter/"+Secret),
	"not-json":                  text(http.StatusOK, "ok"),
	"plain-text":                {wrap: plainText},
	"no-api-version":            edited("InterpretReplica", `"kind":"ResourceInterpreterContext",`, ``),
	"broken-json":               instead(`{"response": {`),
	"no-response":               instead(`{"apiVersion":"config.karmada.io/v1alpha1","kind":"ResourceInterpreterContext"}`),
	"wrong-uid":                 instead(`{"response":{"uid":"another","successful":true}}`),
	"busy-without-retry-after":  always(http.StatusServiceUnavailable, "Content-Type", "application/json"),
	"busy-with-retry-after-0":   always(http.StatusServiceUnavailable, "Retry-After", "0"),
	"busy-too-long":             always(http.StatusTooManyRequests, "Retry-After", "60"),
	"busy-once":                 first(1, func(w http.ResponseWriter, _ *http.Request) { busy(w) }),
	"never-answers":             {wrap: func(http.Handler) http.Handler { return http.HandlerFunc(hang) }},
	"slow-start":                first(1, hang),
	"no-patch-type":             edited("ReviseReplica", `,"patchType":"JSONPatch"`, ``),
	"patch-that-fails":          edited("ReviseReplica", `"patch":"`, `"patch":"W3sib3AiOiJyZW1vdmUiLCJwYXRoIjoiL3NwZWMvbm9uZSJ9XQ==","x":"`),
	"no-replicas":               edited("InterpretReplica", `"replicas":`, `"replica":`),
	"long-component-name":       edited("InterpretComponent", `"name":"main"`, `"name":"a-name-of-more-than-thirty-two-characters"`),
	"refuses-operation":         edited("InterpretComponent", `"successful":true`, `"successful":false,"status":{"code":400,"message":"unknown operation at /interpreter/`+Secret+`"}`),
	"refuses-without-status":    edited("InterpretHealth", `"successful":true`, `"successful":false`),
	"unstable-answer":           {wrap: unstable},
}

func always(code int, name, value string) seed {
	return seed{wrap: func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set(name, value)
			w.WriteHeader(code)
		})
	}}
}

// moved sends every call at the path of the URL to another path, which answers any method as the handler does.
func moved(code int, to string) seed {
	return seed{open: true, wrap: func(handler http.Handler) http.Handler {
		mux := http.NewServeMux()
		mux.HandleFunc("/interpreter/", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", to)
			w.WriteHeader(code)
		})
		mux.Handle("/moved", handler)
		return mux
	}}
}

// plainText removes the Content-Type of the answers, so that net/http guesses one, as for Karmada's example webhook.
func plainText(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, r)
		w.WriteHeader(recorder.Code)
		_, _ = w.Write(recorder.Body.Bytes())
	})
}

func text(code int, body string) seed {
	return seed{wrap: func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, body, code) })
	}}
}

func page(code int, title string) seed {
	return seed{wrap: func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(code)
			fmt.Fprintf(w, "<html><head><title>%s</title></head><body></body></html>", title)
		})
	}}
}

func instead(body string) seed {
	return seed{wrap: func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, body)
		})
	}}
}

// first answers the first n calls in another way.
func first(n int64, other http.HandlerFunc) seed {
	return seed{wrap: func(handler http.Handler) http.Handler {
		var calls atomic.Int64
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if calls.Add(1) <= n {
				other(w, r)
				return
			}
			handler.ServeHTTP(w, r)
		})
	}}
}

func busy(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	w.WriteHeader(http.StatusServiceUnavailable)
}

// hang reads the call and answers when the caller has gone.
func hang(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

// edited replaces a part of the answers to one operation.
func edited(operation, old, replacement string) seed {
	return seed{wrap: func(handler http.Handler) http.Handler {
		return edit(handler, func(request, answer string) string {
			if strings.Contains(request, `"operation":"`+operation+`"`) {
				return strings.Replace(answer, old, replacement, 1)
			}
			return answer
		})
	}}
}

// unstable gives a different count each time.
func unstable(handler http.Handler) http.Handler {
	var calls atomic.Int64
	return edit(handler, func(request, answer string) string {
		return strings.Replace(answer, `"replicas":3`, fmt.Sprintf(`"replicas":%d`, calls.Add(1)), 1)
	})
}

func edit(handler http.Handler, change func(request, answer string) string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(request))
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, r)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, change(string(request), recorder.Body.String()))
	})
}

// http10 answers as an old proxy does, with a refusal that any operation may have.
func http10(c net.Conn) {
	request, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return
	}
	body, _ := io.ReadAll(request.Body)
	_, rest, _ := strings.Cut(string(body), `"uid":"`)
	uid, _, _ := strings.Cut(rest, `"`)
	fmt.Fprintf(c, "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n"+
		`{"response":{"uid":%q,"successful":false,"status":{"code":400,"message":"no"}}}`, uid)
}
