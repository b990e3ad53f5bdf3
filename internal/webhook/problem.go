// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
)

// ErrBusy is what reading a body returns if a limit of the server is reached: the call is answered with 503 and
// Retry-After, so that Karmada sends it again.
var ErrBusy = errors.New("too many calls")

// WriteNotFound answers a call whose path ends with no valid secret. It does not read the body.
func WriteNotFound(w http.ResponseWriter, r *http.Request, observer Observer) {
	writeProblem(w, r, observer, &problem{code: http.StatusNotFound, reason: metav1.StatusReasonNotFound, stranger: true,
		message: "cannot answer on this path: want a path whose last segment is a current secret of the interpreter"})
}

// WriteClosed answers a call that nobody may make at the moment. The message says why.
func WriteClosed(w http.ResponseWriter, r *http.Request, observer Observer, message string) {
	p := busy()
	p.message, p.stranger = message, true
	writeProblem(w, r, observer, p)
}

// WriteUnavailable answers a call that the server cannot take now but another one can, or the same a second later.
func WriteUnavailable(w http.ResponseWriter, r *http.Request, observer Observer) {
	writeProblem(w, r, observer, busy())
}

// WriteMisconfigured answers a call of a function whose settings are wrong. The message names the setting.
func WriteMisconfigured(w http.ResponseWriter, r *http.Request, observer Observer, message string) {
	writeProblem(w, r, observer, internalError(message))
}

// writeProblem answers a call of which only the header is known.
func writeProblem(w http.ResponseWriter, r *http.Request, observer Observer, p *problem) {
	body := p.body()
	p.write(w, body)
	if observer != nil {
		observer.observe(r, time.Now(), &Call{Request: new(interpreter.Request), Outcome: p.outcome(), Message: p.message, Sent: len(body)})
	}
}

// problem is an error before the uid is known. Its message is shown to the operator.
type problem struct {
	code     int
	reason   metav1.StatusReason
	message  string
	stranger bool // whoever called showed no valid secret
}

func (p *problem) outcome() Outcome {
	if p.stranger {
		return NoSecret
	}
	switch p.code {
	case http.StatusServiceUnavailable:
		return Busy
	case http.StatusInternalServerError:
		return Bug
	}
	return Invalid
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

func busy() *problem {
	return &problem{code: http.StatusServiceUnavailable, reason: metav1.StatusReasonServiceUnavailable,
		message: "cannot answer now: the server is at a limit or about to stop, please send the call again"}
}

func internalError(message string) *problem {
	return &problem{code: http.StatusInternalServerError, reason: metav1.StatusReasonInternalError, message: message}
}

// body returns a metav1.Status, whose message Karmada's client shows.
func (p *problem) body() []byte {
	body, err := json.Marshal(&metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"},
		Status:   metav1.StatusFailure,
		Code:     int32(p.code),
		Reason:   p.reason,
		Message:  p.message,
	})
	if err != nil {
		panic(err) // strings and a number can always be encoded
	}
	return body
}

func (p *problem) write(w http.ResponseWriter, body []byte) {
	switch p.code {
	case http.StatusMethodNotAllowed:
		w.Header().Set("Allow", http.MethodPost)
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
	}
	write(w, p.code, body)
}
