// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command bare is the least that net/http needs to answer over TLS on PORT, as the lower bound of a comparison.
package main

import (
	"io"
	"net/http"
	"os"
)

func main() {
	answer := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, "{}")
	}
	_ = http.ListenAndServeTLS("127.0.0.1:"+os.Getenv("PORT"), os.Getenv("TLS_CERT_FILE"), os.Getenv("TLS_KEY_FILE"), http.HandlerFunc(answer))
}
