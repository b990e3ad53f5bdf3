// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// Outcome is how a call ended, one word of a fixed set.
type Outcome string

// The outcomes of a call.
const (
	OK       Outcome = "ok"       // 200 with successful: true
	Refused  Outcome = "refused"  // 200 with successful: false
	Invalid  Outcome = "invalid"  // 4xx: not a call that Karmada makes
	NoSecret Outcome = "nosecret" // 404: the path does not end with a valid secret
	Busy     Outcome = "busy"     // 503: over a limit, to be sent again
	Bug      Outcome = "bug"      // a panic was recovered, or what the interpreter returned was refused
)

// Outcomes lists every outcome.
var Outcomes = []Outcome{OK, Refused, Invalid, NoSecret, Busy, Bug}

// Observer is notified of a call after it was answered. The Call and all that it points to are valid until it returns.
type Observer func(*Call)

// Observers returns an observer that notifies all of those that are not nil, in that order, and nil if there are none.
func Observers(observers ...Observer) Observer {
	observers = slices.DeleteFunc(observers, func(o Observer) bool { return o == nil })
	switch len(observers) {
	case 0:
		return nil
	case 1:
		return observers[0]
	}
	return func(call *Call) {
		for _, observer := range observers {
			observer(call)
		}
	}
}

// Call is what is known about a call that was answered. It costs nothing but a time stamp unless its methods are used.
type Call struct {
	// Header is the header of the HTTP request.
	Header http.Header
	// Request is the request as far as it was decoded, never nil. Its names come from outside, in any length.
	Request *interpreter.Request
	// Response is nil unless the HTTP status is 200.
	Response *interpreter.Response
	// Message is what the operator reads if the call failed. It quotes no value of an object.
	Message string
	// Stack says where a panic that was recovered came from.
	Stack   string
	Outcome Outcome
	// Received and Sent are the sizes of the bodies in bytes.
	Received, Sent int
	Duration       time.Duration
}

// observe completes the call, which began at the given time, and notifies the observer.
func (o Observer) observe(r *http.Request, began time.Time, call *Call) {
	call.Header, call.Duration = r.Header, time.Since(began)
	o(call)
}

// outcome says how a response ended.
func outcome(response *interpreter.Response) Outcome {
	switch {
	case response.Bug():
		return Bug
	case response.Successful:
		return OK
	}
	return Refused
}

// message returns what the operator reads of a response.
func message(response *interpreter.Response) string {
	if response.Status == nil {
		return ""
	}
	return response.Status.Message
}

// Summary says what kind of response was sent, such as "patch ops=1", without a value of the object.
func (c *Call) Summary() string {
	if c.Outcome != OK {
		return ""
	}
	response := c.Response
	switch {
	case response.Replicas != nil:
		return "replicas"
	case response.Healthy != nil:
		return "healthy=" + strconv.FormatBool(*response.Healthy)
	case response.RawStatus != nil:
		return "status"
	}
	switch c.Request.Operation {
	case "InterpretDependency":
		return "dependencies n=" + strconv.Itoa(len(response.Dependencies))
	case "InterpretComponent":
		return "components n=" + strconv.Itoa(len(response.Components))
	}
	// Within a text the quotes would be escaped.
	return "patch ops=" + strconv.Itoa(bytes.Count(response.Patch, []byte(`{"op":"`)))
}

// Cluster returns the member cluster that the object belongs to, from the annotation by which Karmada's Work places it.
func (c *Call) Cluster() string {
	var object struct {
		Metadata struct {
			Annotations struct {
				Namespace jsontext.Value `json:"work.karmada.io/namespace"`
			} `json:"annotations"`
		} `json:"metadata"`
	}
	if view.Object(c.Request.Object.Raw, "object", &object) != nil {
		return ""
	}
	namespace, err := jsontext.AppendUnquote(nil, object.Metadata.Annotations.Namespace)
	cluster, ok := strings.CutPrefix(string(namespace), "karmada-es-")
	if err != nil || !ok {
		return ""
	}
	return cluster
}
