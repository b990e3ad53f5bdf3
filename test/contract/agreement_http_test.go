// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
)

func asOperation(name string) configv1alpha1.InterpreterOperation {
	return configv1alpha1.InterpreterOperation(name)
}

// statuses: from 200 to 206 the body counts, and after 101.
func statuses() map[string]row {
	all := map[string]row{
		"status-204":           {serve: respond(204, ""), want: failed},
		"status-304":           {serve: respond(304, ""), want: failed},
		"status-400-Status":    {serve: respond(400, `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no","code":400}`), want: failed},
		"status-400-Success":   {serve: respond(400, `{"kind":"Status","apiVersion":"v1","status":"Success","code":200}`), want: failed},
		"switching-protocols":  {serve: switching, want: accepted, tolerated: []string{"http-status"}},
		"connection-closed":    {serve: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, want: failed},
		"too-slow":             {serve: hang, want: failed},
		"too-slow-in-the-body": {serve: hangInBody, want: failed},
	}
	for _, status := range []int{201, 202, 203, 205, 206} {
		all[fmt.Sprintf("status-%d", status)] = row{serve: respond(status, healthy), want: accepted, tolerated: []string{"http-status"}}
	}
	for _, status := range []int{207, 226, 299, 300, 305, 400, 401, 403, 404, 405, 409, 413, 418, 422, 429, 499, 500, 502, 503, 504, 599} {
		all[fmt.Sprintf("status-%d", status)] = row{serve: respond(status, healthy), want: failed}
	}
	return all
}

func switching(w http.ResponseWriter, r *http.Request) {
	text := fill(healthy, r)
	connection, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: none\r\nContent-Type: application/json\r\n\r\n"+text)
	_ = connection.Close()
}

func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func hangInBody(w http.ResponseWriter, r *http.Request) {
	_, _ = io.WriteString(w, fill(healthy, r)[:20])
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

// encodings: client-go asks for gzip, and only the transport takes it off.
func encodings() map[string]row {
	encoded := func(name string, encode func(string) string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if name != "" {
				w.Header().Set("Content-Encoding", name)
			}
			_, _ = io.WriteString(w, encode(fill(healthy, r)))
		}
	}
	plain := func(text string) string { return text }
	return map[string]row{
		"gzip":               {serve: encoded("gzip", zip), want: accepted},
		"gzip-upper-case":    {serve: encoded("GZIP", zip), want: accepted},
		"gzip-in-two-parts":  {serve: encoded("gzip", func(text string) string { return zip(text[:10]) + zip(text[10:]) }), want: accepted},
		"gzip-cut-off":       {serve: encoded("gzip", func(text string) string { text = zip(text); return text[:len(text)-6] }), want: failed},
		"gzip-wrong-sum":     {serve: encoded("gzip", func(text string) string { text = zip(text); return text[:len(text)-8] + "12345678" }), want: failed},
		"gzip-and-more":      {serve: encoded("gzip", func(text string) string { return zip(text) + "more" }), want: failed},
		"gzip-twice":         {serve: encoded("gzip", func(text string) string { return zip(zip(text)) }), want: failed},
		"gzip-not-said":      {serve: encoded("", zip), want: failed},
		"gzip-not-done":      {serve: encoded("gzip", plain), want: failed},
		"x-gzip":             {serve: encoded("x-gzip", zip), want: failed},
		"deflate":            {serve: encoded("deflate", deflate), want: failed},
		"deflate-not-done":   {serve: encoded("deflate", plain), want: accepted, reason: "nobody looks at other encodings"},
		"identity":           {serve: encoded("identity", plain), want: accepted},
		"length-too-long":    {serve: length(+5), want: failed},
		"length-too-short":   {serve: length(-5), want: failed},
		"cut-off-in-a-chunk": {serve: cutOff, want: failed},
	}
}

func zip(text string) string {
	var buffer bytes.Buffer
	w := gzip.NewWriter(&buffer)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return buffer.String()
}

func deflate(text string) string {
	var buffer bytes.Buffer
	w := zlib.NewWriter(&buffer)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return buffer.String()
}

// length says that the body is longer than it is, or shorter.
func length(by int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text := fill(healthy, r)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(text)+by))
		_, _ = io.WriteString(w, text)
	}
}

func cutOff(w http.ResponseWriter, r *http.Request) {
	_, _ = io.WriteString(w, fill(healthy, r))
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// redirects: Karmada's client follows up to ten, with the body only after 307 and 308.
func redirects(t *testing.T) map[string]row {
	t.Helper()
	odd := []string{"redirect"}
	elsewhere := httptest.NewTLSServer(body(healthy))
	t.Cleanup(elsewhere.Close)
	unencrypted := httptest.NewServer(body(healthy))
	t.Cleanup(unencrypted.Close)
	return map[string]row{
		"redirect-307":          {serve: moved(307, 1, false), want: accepted, tolerated: odd},
		"redirect-308":          {serve: moved(308, 1, false), want: accepted, tolerated: odd},
		"redirect-301":          {serve: moved(301, 1, false), want: failed, reason: "a GET has no uid to answer with"},
		"redirect-302":          {serve: moved(302, 1, false), want: failed},
		"redirect-302-with-uid": {serve: moved(302, 1, true), want: accepted, tolerated: odd, reason: "unless the address has it"},
		"redirect-303-with-uid": {serve: moved(303, 1, true), want: accepted, tolerated: odd},
		"redirect-9-times":      {serve: moved(307, 9, false), want: accepted, tolerated: odd},
		"redirect-11-times":     {serve: moved(307, 11, false), want: failed},
		"redirect-circle":       {serve: moved(307, 1<<30, false), want: failed},
		"redirect-host":         {serve: respond(307, "", "Location", elsewhere.URL+"/path"), want: accepted, tolerated: odd},
		"redirect-to-http":      {serve: respond(307, "", "Location", unencrypted.URL+"/path"), want: accepted, tolerated: odd},
		"redirect-nowhere":      {serve: respond(307, ""), want: failed},
		"redirect-302-nowhere":  {serve: respond(302, healthy), want: failed},
		"redirect-no-url":       {serve: respond(307, "", "Location", "https://%zz"), want: failed},
		"redirect-to-a-file":    {serve: respond(307, "", "Location", "file:///etc/hostname"), want: failed},
		"redirect-refused":      {serve: respond(307, "", "Location", "https://127.0.0.1:1/"), want: failed},
	}
}

// moved sends the call on a number of times, on request with the uid in the query, and then answers.
func moved(status, times int, withUID bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		step, _ := strconv.Atoi(r.URL.Query().Get("step"))
		if step >= times {
			respond(200, healthy)(w, r)
			return
		}
		location := r.URL.Path + "?step=" + strconv.Itoa(step+1)
		if withUID {
			location += "&uid=" + uidOf(r)
		}
		w.Header().Set("Location", location)
		w.WriteHeader(status)
	}
}

// pauses: client-go repeats a call that is answered with 429 or 5xx and Retry-After in seconds.
func pauses() map[string]row {
	zero := []string{"retry-after-zero"}
	return map[string]row{
		"busy-once":        {serve: busy(1, 503, "1"), want: accepted},
		"busy-429":         {serve: busy(1, 429, "1"), want: accepted},
		"busy-500":         {serve: busy(1, 500, "1"), want: accepted},
		"busy-zero":        {serve: busy(3, 503, "0"), want: accepted, tolerated: zero},
		"busy-negative":    {serve: busy(3, 503, "-1"), want: accepted, tolerated: zero},
		"busy-ten-times":   {serve: busy(10, 503, "0"), want: accepted, tolerated: zero},
		"busy-11-times":    {serve: busy(11, 503, "0"), want: failed},
		"busy-too-long":    {serve: busy(1, 503, "3"), want: failed},
		"busy-no-header":   {serve: busy(1, 503, ""), want: failed},
		"busy-date":        {serve: busy(1, 503, "Sun, 06 Nov 2033 08:49:37 GMT"), want: failed},
		"busy-fraction":    {serve: busy(1, 503, "0.5"), want: failed},
		"busy-400":         {serve: busy(1, 400, "0"), want: failed},
		"busy-200":         {serve: respond(200, healthy, "Retry-After", "1"), want: accepted},
		"busy-and-cut-off": {serve: busyAndCutOff(), want: accepted, reason: "nobody reads the body"},
	}
}

// busy answers the first calls of each client with a status and Retry-After. A client counts as new after an answer.
func busy(times int64, status int, retryAfter string) http.HandlerFunc {
	var calls atomic.Int64
	var last atomic.Value
	return func(w http.ResponseWriter, r *http.Request) {
		uid := uidOf(r)
		if last.Swap(uid) != uid {
			calls.Store(0)
		}
		if calls.Add(1) > times {
			_, _ = io.WriteString(typedJSON(w), strings.ReplaceAll(healthy, "$UID", uid))
			return
		}
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(status)
	}
}

func typedJSON(w http.ResponseWriter) http.ResponseWriter {
	w.Header().Set("Content-Type", "application/json")
	return w
}

func busyAndCutOff() http.HandlerFunc {
	var calls atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1)%2 == 0 {
			respond(200, healthy)(w, r)
			return
		}
		w.Header().Set("Retry-After", "1")
		w.Header().Set("Content-Length", "100")
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// warnings: Karmada logs those with the code 299 and a text.
func warnings() map[string]row {
	warned := func(want string, tolerated []string, values ...string) row {
		var header []string
		for _, value := range values {
			header = append(header, "Warning", value)
		}
		return row{serve: respond(200, healthy, header...), want: want, tolerated: tolerated}
	}
	odd := []string{"warning-header"}
	return map[string]row{
		"warning":            warned(accepted, nil, `299 - "look here"`),
		"warning-agent":      warned(accepted, nil, `299 function "look here"`),
		"warning-dated":      warned(accepted, nil, `299 - "look here" "Sun, 06 Nov 2033 08:49:37 GMT"`),
		"warning-quotes":     warned(accepted, nil, `299 - "look \"here\""`),
		"warnings":           warned(accepted, nil, `299 - "look here"`, `299 - "and here"`),
		"warnings-in-a-line": warned(accepted, nil, `299 - "look here", 299 - "and here"`),
		"warning-code":       warned(accepted, odd, `199 - "look here"`),
		"warning-empty":      warned(accepted, odd, `299 - ""`),
		"warning-bare":       warned(accepted, odd, `look here`),
		"warning-no-quotes":  warned(accepted, odd, `299 - look here`),
		"warning-then-bad":   warned(accepted, odd, `299 - "look here", and here`),
		"warning-refused": {serve: respond(200, response(`"successful":false,"status":{"code":400,"message":"no"}`), "Warning", `299 - "look here"`),
			want: refused},
	}
}
