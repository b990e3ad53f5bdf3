// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// maxRedirects is the limit of net/http, which Karmada's client leaves as it is.
const maxRedirects = 10

var errRedirects = errors.New("too many redirects")

// redirect is one step of a call that was sent elsewhere.
type redirect struct {
	status   int
	method   string
	from, to *url.URL
}

// follow goes along with a redirect, as Karmada's client does, and notes it.
func follow(next *http.Request, via []*http.Request) error {
	if tracer, ok := next.Context().Value(tracerKey{}).(*tracer); ok && next.Response != nil {
		step := redirect{status: next.Response.StatusCode, method: next.Method, from: via[len(via)-1].URL, to: next.URL}
		tracer.note(func(trace *Trace) { trace.redirects = append(trace.redirects, step) })
	}
	if len(via) >= maxRedirects {
		return errRedirects
	}
	return nil
}

// redirected returns what is wrong with being sent elsewhere, nil if the call went straight to the endpoint.
func redirected(steps []redirect) *Fault {
	if len(steps) == 0 {
		return nil
	}
	first, target := steps[0], "another path of the same host"
	if first.from.Host != first.to.Host || first.from.Scheme != first.to.Scheme {
		target = Redact(first.to.String())
	}
	f := &Fault{Name: Redirect, Cause: fmt.Sprintf("the endpoint redirects (status %d) to %s, ", first.status, target),
		Next: "put the address that it leads to into clientConfig.url"}
	switch {
	case first.method != http.MethodPost:
		f.Cause += "where Karmada arrives with a GET and no body"
	case first.from.Scheme == "https" && first.to.Scheme == "http":
		f.Cause += "to which Karmada sends the object again, unencrypted"
	case first.from.Host != first.to.Host:
		f.Cause += "to which Karmada sends the object again, and the path in the header Referer"
	default:
		f.Cause += "which costs Karmada a second call each time"
	}
	return f
}

// blame says that a fault was met where a redirect led to. A fault that was met without a redirect stays as it is.
func blame(steps []redirect, fault *Fault) *Fault {
	cause := redirected(steps)
	if cause == nil || fault == nil || fault.Name == Interrupted || fault.Name == Redirect {
		return fault
	}
	cause.Cause += "; there " + fault.Cause
	return cause
}
