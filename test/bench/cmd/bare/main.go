// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command bare is the least that net/http needs to answer over TLS on PORT, as the lower bound of a comparison: it reads
// the body and answers with as many bytes as the path says, such as /256. It can also be given the answer to an operation
// and repeat it, with the uid of the question, so that Karmada's client takes it.
package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"workload.example.io/interpreter/test/bench/bare"
)

var zeros [16 << 20]byte

func main() {
	known := map[string][]byte{} // written before it is read
	answer := func(w http.ResponseWriter, r *http.Request) {
		switch operation, ok := strings.CutPrefix(r.URL.Path, bare.Remember); {
		case ok:
			known[operation], _ = io.ReadAll(r.Body)
			return
		case r.URL.Path == bare.Recall:
			body, _ := io.ReadAll(r.Body)
			reply(w, recall(known, body))
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		n, err := strconv.Atoi(r.URL.Path[1:])
		if err != nil || n < 0 || n > len(zeros) {
			http.NotFound(w, r)
			return
		}
		reply(w, zeros[:n])
	}
	_ = http.ListenAndServeTLS("127.0.0.1:"+os.Getenv("PORT"), os.Getenv("TLS_CERT_FILE"), os.Getenv("TLS_KEY_FILE"), http.HandlerFunc(answer))
}

func reply(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

// recall returns the answer to the operation with the uid of the question. Karmada writes both before the object.
func recall(known map[string][]byte, question []byte) []byte {
	answer := bytes.Clone(known[string(member(question, `"operation":"`))])
	copy(member(answer, `"uid":"`), member(question, `"uid":"`))
	return answer
}

// member returns the text behind the first place where the name stands.
func member(document []byte, name string) []byte {
	_, text, _ := bytes.Cut(document, []byte(name))
	text, _, _ = bytes.Cut(text, []byte(`"`))
	return text
}
