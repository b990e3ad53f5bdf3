// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command bare is the least that net/http needs to answer over TLS on PORT, as the lower bound of a comparison: it reads
// the body and answers with as many bytes as the path says, such as /256.
package main

import (
	"io"
	"net/http"
	"os"
	"strconv"
)

var zeros [16 << 20]byte

func main() {
	answer := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		n, err := strconv.Atoi(r.URL.Path[1:])
		if err != nil || n < 0 || n > len(zeros) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(n))
		_, _ = w.Write(zeros[:n])
	}
	_ = http.ListenAndServeTLS("127.0.0.1:"+os.Getenv("PORT"), os.Getenv("TLS_CERT_FILE"), os.Getenv("TLS_KEY_FILE"), http.HandlerFunc(answer))
}
