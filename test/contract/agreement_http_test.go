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
	"strconv"

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
