// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"encoding/json"
	"net/http"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"

	"workload.example.io/interpreter/internal/interpreter"
)

func (c *call) write(w http.ResponseWriter, answer *interpreter.Answer) int {
	for _, text := range few(answer.Warnings) {
		if warning, err := utilnet.NewWarningHeader(299, "-", text); err == nil {
			w.Header().Add("Warning", warning)
		}
	}
	c.answer.TypeMeta = metav1.TypeMeta{Kind: contextKind, APIVersion: contextVersion}
	c.answer.Response = &answer.Response
	return write(w, http.StatusOK, &c.answer)
}

// maxWarnings bounds how many warnings are sent one by one, to keep the answer's headers small.
const maxWarnings = 10

func few(warnings []string) []string {
	more := len(warnings) - maxWarnings
	if more <= 0 {
		return warnings
	}
	return append(warnings[:maxWarnings:maxWarnings], strconv.Itoa(more)+" more warnings are left out")
}

var contentType = []string{mediaType}

// write sends the body as JSON with its length, so that the connection can be used again, and returns the length.
func write(w http.ResponseWriter, code int, body any) int {
	data, err := json.Marshal(body)
	if err != nil {
		http.Error(w, "cannot encode the answer", http.StatusInternalServerError)
		return 0
	}
	header := w.Header()
	header["Content-Type"] = contentType
	header.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(code)
	_, _ = w.Write(data)
	return len(data)
}
