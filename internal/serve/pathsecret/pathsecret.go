// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package pathsecret lets only those calls through whose path ends with a secret. Karmada can send no credential: the host and
// the path of the configured URL are all that an operator controls, so the last path segment carries the secret. Several
// secrets may be valid at once, so that one can be replaced without losing a call.
//
// The check comes before the body is read and takes the same time for every wrong secret. A secret appears in no log line,
// metric or answer.
package pathsecret

import (
	"net/http"

	"workload.example.io/interpreter/internal/webhook"
)

// Guard passes calls with a valid secret on to next and answers the others with 404; observe is notified of them and may be
// nil. Without secrets every call is passed on. If the file of the secrets was emptied or is gone, every call is answered
// with 503, so that Karmada sends it again.
func Guard(secrets *Secrets, next http.Handler, observe webhook.Observer) http.Handler {
	if secrets == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case secrets.Allow(r.URL.Path):
			next.ServeHTTP(w, r)
		case secrets.none():
			webhook.WriteClosed(w, r, observe, "cannot answer anybody: no path secret is left in the file that "+FileSetting+" names")
		default:
			webhook.WriteNotFound(w, r, observe)
		}
	})
}
