// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package webhook carries interpreter calls over HTTP: it reads and bounds the body, decodes Karmada's
// ResourceInterpreterContext, asks the registry of kinds and writes the response.
//
// An operator hears of an error in one of two ways. Once the request's uid is known, the answer is 200 with
// "successful: false", a code and a message. Before that it is a 4xx or 5xx with a metav1.Status as its body, because Karmada's
// client shows the message of such a body and throws away any other. Warnings travel in Warning headers, which Karmada
// logs even for a successful call.
package webhook

import (
	"mime"
	"net/http"
	"time"

	"workload.example.io/interpreter/internal/interpreter"
)

const mediaType = "application/json"

// Handler answers interpreter calls on any path. It is safe for concurrent use.
type Handler struct {
	registry *interpreter.Registry
	observer Observer
}

// New returns the handler that answers for the kinds of the registry and notifies the observer, which may be nil, of each
// call.
func New(registry *interpreter.Registry, observer Observer) *Handler {
	return &Handler{registry: registry, observer: observer}
}

// ServeHTTP answers one call. It reads the body before anything is written and does not keep it.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var began time.Time
	if h.observer != nil {
		began = time.Now()
	}
	c := newCall()
	defer c.release()
	response, problem, stack := h.try(r, c)
	var body []byte
	if problem == nil {
		response, body = c.encode(response)
	} else {
		body = problem.body()
	}
	c.write(w, response, problem, body)
	if h.observer == nil {
		return
	}
	flush(w, r)
	done := Call{Request: &c.request, Response: response, Stack: stack, Received: c.body.Len(), Sent: len(body)}
	if problem != nil {
		done.Outcome, done.Message = problem.outcome(), problem.message
	} else {
		done.Outcome, done.Message = outcome(response), message(response)
	}
	h.observer.observe(r, began, &done)
}

// flush lets the response go before the observer is notified, so that the caller does not wait for a log line. With HTTP/2
// it goes when the handler returns, because sending it earlier would take two frames.
func flush(w http.ResponseWriter, r *http.Request) {
	if flusher, ok := w.(http.Flusher); ok && r.ProtoMajor == 1 {
		flusher.Flush()
	}
}

// try returns a response or says what the problem is. A panic is a problem too, so that Karmada sees more than a broken
// connection and nothing prints the value of the panic, which may quote the body.
func (h *Handler) try(r *http.Request, c *call) (response *interpreter.Response, p *problem, stack string) {
	defer func() {
		if recover() != nil {
			response, p, stack = nil, internalError("cannot answer: the interpreter has a bug, please report it"), interpreter.Stack()
		}
	}()
	response, p = h.respond(r, c)
	if response != nil {
		stack = response.Stack
	}
	return response, p, stack
}

func (h *Handler) respond(r *http.Request, c *call) (*interpreter.Response, *problem) {
	if problem := checkHeader(r); problem != nil {
		return nil, problem
	}
	body, problem := c.read(r)
	if problem != nil {
		return nil, problem
	}
	request, err := c.decode(body)
	switch {
	case err == nil:
		return h.registry.Interpret(request), nil
	case request.UID != "":
		return interpreter.Refuse(request, http.StatusBadRequest, err.Error()), nil
	}
	return nil, badRequest(err.Error())
}

// checkHeader refuses what cannot be a call from Karmada before the body is read.
func checkHeader(r *http.Request) *problem {
	if r.Method != http.MethodPost {
		return &problem{code: http.StatusMethodNotAllowed, reason: "MethodNotAllowed",
			message: "cannot answer this method: want POST with a ResourceInterpreterContext of " + contextVersion}
	}
	if !isJSON(r.Header.Get("Content-Type")) {
		return unsupported("cannot read the body: want Content-Type application/json")
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return unsupported("cannot read the body: want no Content-Encoding")
	}
	return nil
}

// isJSON accepts application/json with any parameters.
func isJSON(contentType string) bool {
	if contentType == mediaType { // what Karmada sends
		return true
	}
	got, _, err := mime.ParseMediaType(contentType)
	return err == nil && got == mediaType
}
