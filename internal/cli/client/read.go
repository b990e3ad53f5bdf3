// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	karmada "github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook/request"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubejson "k8s.io/apimachinery/pkg/util/json"

	"workload.example.io/interpreter/internal/interpreter"
)

// read takes the answer apart as Karmada's client does and verifies it with Karmada's own code.
func (r *Response) read(request *interpreter.Request, a *answer) *Fault {
	if a.contentTypeError() == nil { // client-go gives up before it looks at the warnings
		r.Warnings = a.warnings()
	}
	r.Tolerated = a.manners()
	if fault := a.statusFault(); fault != nil {
		return fault
	}
	context, fault := a.decode()
	if fault != nil {
		return fault
	}
	r.Tolerated = append(r.Tolerated, a.bodyManners(context)...)
	switch {
	case context.Response == nil:
		return &Fault{Name: NoResponse, Cause: "the answer has no response",
			Next: "the endpoint must fill the member response; echoing the request is not enough"}
	case context.Response.UID != request.UID:
		return &Fault{Name: WrongUID, Cause: fmt.Sprintf("the answer is for uid %q, the request was %q", a.quote(string(context.Response.UID)), request.UID),
			Next: "the endpoint must copy request.uid to response.uid, and nothing may cache its answers"}
	}
	if _, err := karmada.VerifyResourceInterpreterContext(request.UID, request.Operation, context); err != nil {
		return &Fault{Name: InvalidAnswer, Cause: "Karmada refuses the answer: " + a.quote(err.Error()),
			Next: "complete the response for operation " + string(request.Operation)}
	}
	r.ResourceInterpreterResponse = context.Response
	return nil
}

// statusFault returns what the HTTP status says about the answer, nil if Karmada reads its body: from 200 to 206 and,
// strangely, 101.
func (a *answer) statusFault() *Fault {
	switch {
	case 200 <= a.status && a.status <= 206, a.status == http.StatusSwitchingProtocols:
		return nil
	case 300 <= a.status && a.status < 400:
		return &Fault{Name: Redirect, Cause: fmt.Sprintf("the endpoint redirects (status %d) without saying where to", a.status),
			Next: "put the address that answers into clientConfig.url"}
	case a.media() == "text/html":
		return &Fault{Name: HTML, Cause: fmt.Sprintf("the answer is a web page (status %d%s), it does not come from an interpreter", a.status, a.title()),
			Next: "look for a login page, a proxy or a gateway in between, or correct host and path"}
	case a.status == http.StatusNotFound:
		return &Fault{Name: NotFound, Cause: "the endpoint does not know the path (status 404)" + a.message(),
			Next: "compare the path of the URL, whose last segment may be a secret that was rotated, with the endpoint's"}
	}
	if fault := a.busyFault(); fault != nil {
		return fault
	}
	return &Fault{Name: HTTPStatus, Cause: fmt.Sprintf("the endpoint answered %d %s%s", a.status, http.StatusText(a.status), a.message()),
		Next: "read the endpoint's log; before it knows the uid it should answer 4xx with a metav1.Status, which Karmada shows"}
}

// busyFault returns what is wrong with the way in which an endpoint says that it is busy, nil for other answers.
func (a *answer) busyFault() *Fault {
	seconds, err := strconv.Atoi(a.header.Get("Retry-After"))
	switch {
	case err != nil && (a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable):
		return &Fault{Name: RetryAfterMissing,
			Cause: fmt.Sprintf("the endpoint answered %d without Retry-After in seconds, so Karmada fails the call at once", a.status),
			Next:  "send Retry-After: 1 with every 429 and 503, then Karmada tries again within its timeout"}
	case err == nil && seconds <= 0 && len(a.waits) > 0:
		return &Fault{Name: RetryAfterZero,
			Cause: fmt.Sprintf("the endpoint answered %d with Retry-After: %d, so Karmada repeats the call %d times without a pause", a.status, seconds, maxRetries),
			Next:  "send Retry-After: 1 or more"}
	}
	return nil
}

// message is what Karmada shows of an error's body, the message of a metav1.Status, or what it hides.
func (a *answer) message() string {
	if message := a.statusMessage(); message != "" {
		return message
	}
	if text := bytes.TrimSpace(a.body); strings.HasPrefix(a.media(), "text/") && len(text) > 0 {
		return fmt.Sprintf(" and the text %q, which Karmada does not show", a.quote(string(text)))
	}
	return ", without a reason that Karmada could show"
}

// statusMessage is the message of a metav1.Status after a colon, empty for any other body.
func (a *answer) statusMessage() string {
	var status metav1.Status
	if kubejson.Unmarshal(a.body, &status) == nil && status.Kind == "Status" && status.Message != "" {
		return ": " + a.quote(status.Message)
	}
	return ""
}

var titles = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

func (a *answer) title() string {
	if match := titles.FindSubmatch(a.body); match != nil {
		return fmt.Sprintf(", %q", a.quote(strings.TrimSpace(string(match[1]))))
	}
	return ""
}

// quote keeps a text of the endpoint to one line of a sensible length, without the path.
func (a *answer) quote(text string) string {
	const longest = 300
	text = scrub(a.url, strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " "))
	if len(text) <= longest {
		return text
	}
	end := longest
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}
