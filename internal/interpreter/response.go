// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package interpreter

import (
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
)

// Response is what goes back to Karmada. It is made from its request, so the uid is always right.
type Response struct {
	// ResourceInterpreterResponse is Karmada's own type, complete for the operation of the request.
	configv1alpha1.ResourceInterpreterResponse
	// Warnings reach the operator beside a successful response, each as one Warning header.
	Warnings []string
	// Stack says where a panic that was recovered came from, for the log. It holds no value.
	Stack string
}

// Refuse answers a request that cannot be fulfilled with an HTTP status code and the message that the operator reads.
func Refuse(req *Request, code int32, message string) *Response {
	return &Response{ResourceInterpreterResponse: configv1alpha1.ResourceInterpreterResponse{
		UID:    req.UID,
		Status: &configv1alpha1.RequestStatus{Code: code, Message: message},
	}}
}

// Bug reports whether the response stands for a mistake in the interpreter and not in the object.
func (r *Response) Bug() bool {
	return r.Status != nil && r.Status.Code == http.StatusInternalServerError
}

// respond runs the handler and checks what it returned. A panic is answered like an error, so that Karmada sees more than
// a broken connection; the message and the stack do not hold the panic's value, which may quote the object.
func respond(req *Request, run handler) (response *Response) {
	defer func() {
		if recover() != nil {
			response = refuseBug(req, "the interpreter has a bug, please report the operation and the kind")
			response.Stack = Stack()
		}
	}()
	response = &Response{ResourceInterpreterResponse: configv1alpha1.ResourceInterpreterResponse{UID: req.UID, Successful: true}}
	if err := run(req, response); err != nil {
		return Refuse(req, http.StatusBadRequest, err.Error())
	}
	if problem := check(req.Operation, response); problem != "" {
		return refuseBug(req, "the interpreter has a bug: "+problem)
	}
	return response
}

func refuseBug(req *Request, message string) *Response {
	return Refuse(req, http.StatusInternalServerError, fmt.Sprintf("cannot answer %s for kind %s: %s", req.Operation, req.Kind.Kind, message))
}

// Stack returns the functions that were running when a panic began, innermost first, one a line: names and places, no
// arguments. It is to be called by the deferred function that recovers.
func Stack() string {
	var callers [32]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers[:])])
	var lines strings.Builder
	for panicked := false; ; {
		frame, more := frames.Next()
		if panicked && !strings.HasPrefix(frame.Function, "runtime.") {
			fmt.Fprintf(&lines, "%s %s:%d\n", frame.Function, filepath.Base(frame.File), frame.Line)
		}
		panicked = panicked || frame.Function == "runtime.gopanic"
		if !more {
			return strings.TrimSuffix(lines.String(), "\n")
		}
	}
}

var patchType = configv1alpha1.PatchTypeJSONPatch

func (r *Response) setPatch(patch []byte) {
	if len(patch) == 0 {
		return
	}
	r.Patch, r.PatchType = patch, &patchType
}
