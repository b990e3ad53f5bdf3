// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"net/http"
	"strconv"
	"strings"

	utilnet "k8s.io/apimachinery/pkg/util/net"

	"workload.example.io/interpreter/internal/interpreter"
)

// encode returns the body of a response, which stays valid until release, and the response that is really sent: one that JSON
// cannot hold is replaced by a refusal with the uid.
func (c *call) encode(response *interpreter.Response) (*interpreter.Response, []byte) {
	var err error
	if c.answer, err = appendResponse(c.answer[:0], response); err == nil {
		return response, c.answer
	}
	return c.encode(interpreter.Refuse(&c.request, http.StatusInternalServerError,
		"cannot encode the response: the interpreter has a bug, please report the operation and the kind"))
}

// write sends a body, with the warnings of a response or the headers of a problem.
func (c *call) write(w http.ResponseWriter, response *interpreter.Response, p *problem, body []byte) {
	if p != nil {
		p.write(w, body)
		return
	}
	for _, text := range limitWarnings(response.Warnings) {
		if len(text) > maxWarning {
			text = strings.ToValidUTF8(text[:maxWarning], "") + "..."
		}
		if warning, err := utilnet.NewWarningHeader(299, "-", text); err == nil {
			w.Header().Add("Warning", warning)
		}
	}
	write(w, http.StatusOK, body)
}

// maxWarnings bounds how many warnings are sent one by one, and maxWarning how long each is in bytes, to keep the headers
// of a response small.
const (
	maxWarnings = 10
	maxWarning  = 512
)

func limitWarnings(warnings []string) []string {
	more := len(warnings) - maxWarnings
	if more <= 0 {
		return warnings
	}
	return append(warnings[:maxWarnings:maxWarnings], strconv.Itoa(more)+" more warnings are left out")
}

var contentType = []string{mediaType}

// write sends a JSON body with its length, so that the connection can be used again.
func write(w http.ResponseWriter, code int, body []byte) {
	header := w.Header()
	header["Content-Type"] = contentType
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(code)
	_, _ = w.Write(body)
}
