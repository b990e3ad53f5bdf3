// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// What makes a client call again: redirects and Retry-After.

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
