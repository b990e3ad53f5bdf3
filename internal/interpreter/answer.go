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
	apiruntime "k8s.io/apimachinery/pkg/runtime"
)

// Answer is what goes back to Karmada. It is made from its request, so the uid is always right.
type Answer struct {
	// Response is Karmada's own type, complete for the operation of the request.
	Response configv1alpha1.ResourceInterpreterResponse
	// Warnings reach the operator beside a successful response, each as one Warning header.
	Warnings []string
	// Stack tells where a panic that was recovered came from, for the log. It holds no value.
	Stack string
}

// Refuse answers a request that cannot be fulfilled with an HTTP status code and the message that the operator reads.
func Refuse(req *Request, code int32, message string) *Answer {
	return &Answer{Response: configv1alpha1.ResourceInterpreterResponse{
		UID:    req.UID,
		Status: &configv1alpha1.RequestStatus{Code: code, Message: message},
	}}
}

// answer runs the handler. A panic is answered like an error, so that Karmada sees more than a broken connection; the
// message and the stack do not hold the panic's value, which may quote the object.
func answer(req *Request, run handler) (a *Answer) {
	defer func() {
		if recover() != nil {
			a = Refuse(req, http.StatusInternalServerError,
				"cannot answer "+string(req.Operation)+": the interpreter has a bug, please report the operation and the kind")
			a.Stack = Stack()
		}
	}()
	a = &Answer{Response: configv1alpha1.ResourceInterpreterResponse{UID: req.UID, Successful: true}}
	if err := run(req, a); err != nil {
		return Refuse(req, http.StatusBadRequest, err.Error())
	}
	return a
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

func (a *Answer) setPatch(patch []byte) {
	if len(patch) == 0 {
		return
	}
	a.Response.Patch, a.Response.PatchType = patch, &patchType
}

func (a *Answer) setRawStatus(status []byte) {
	a.Response.RawStatus = &apiruntime.RawExtension{Raw: status}
}
