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

// problem is an error before the uid is known. Its message is shown to the operator.
type problem struct {
	code    int
	reason  metav1.StatusReason
	message string
}

func badRequest(message string) *problem {
	return &problem{code: http.StatusBadRequest, reason: metav1.StatusReasonBadRequest, message: message}
}

func unsupported(message string) *problem {
	return &problem{code: http.StatusUnsupportedMediaType, reason: metav1.StatusReasonUnsupportedMediaType, message: message}
}

func bodyTooLarge() *problem {
	return &problem{code: http.StatusRequestEntityTooLarge, reason: metav1.StatusReasonRequestEntityTooLarge,
		message: "cannot read the body: want at most " + strconv.Itoa(MaxBody) + " bytes"}
}

func writeProblem(w http.ResponseWriter, p *problem) {
	if p.code == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", http.MethodPost)
	}
	write(w, p.code, &metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"},
		Status:   metav1.StatusFailure,
		Code:     int32(p.code),
		Reason:   p.reason,
		Message:  p.message,
	})
}

func (c *call) write(w http.ResponseWriter, answer *interpreter.Answer) {
	for _, text := range answer.Warnings {
		if warning, err := utilnet.NewWarningHeader(299, "-", text); err == nil {
			w.Header().Add("Warning", warning)
		}
	}
	c.answer.TypeMeta = metav1.TypeMeta{Kind: contextKind, APIVersion: contextVersion}
	c.answer.Response = &answer.Response
	write(w, http.StatusOK, &c.answer)
}

var contentType = []string{mediaType}

// write sends the body as JSON with its length, so that the connection can be used again.
func write(w http.ResponseWriter, code int, body any) {
	data, err := json.Marshal(body)
	if err != nil {
		http.Error(w, "cannot encode the answer", http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header["Content-Type"] = contentType
	header.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(code)
	_, _ = w.Write(data)
}
