// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	karmada "github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook/request"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubejson "k8s.io/apimachinery/pkg/util/json"
	utilnet "k8s.io/apimachinery/pkg/util/net"

	"workload.example.io/interpreter/internal/interpreter"
)

// read takes the answer apart as Karmada's client does and verifies it with Karmada's own code.
func (r *Reply) read(request *interpreter.Request, a *answer) *Fault {
	warnings, _ := utilnet.ParseWarningHeaders(a.header.Values("Warning"))
	for _, warning := range warnings {
		r.Warnings = append(r.Warnings, warning.Text)
	}
	if fault := a.fault(); fault != nil {
		return fault
	}
	var context configv1alpha1.ResourceInterpreterContext
	if err := kubejson.Unmarshal(a.body, &context); err != nil {
		return &Fault{Name: NotJSON, Cause: "the body of the answer is no ResourceInterpreterContext: " + a.quote(err.Error()),
			Next: "the endpoint must answer in JSON, apiVersion config.karmada.io/v1alpha1, kind ResourceInterpreterContext"}
	}
	switch {
	case context.Kind != "" && context.Kind != "ResourceInterpreterContext":
		return &Fault{Name: InvalidAnswer, Cause: fmt.Sprintf("the answer is of kind %q", a.quote(context.Kind)),
			Next: "the endpoint must answer with kind ResourceInterpreterContext"}
	case context.Response == nil:
		return &Fault{Name: NoResponse, Cause: "the answer has no response",
			Next: "the endpoint must fill the member response; echoing the request is not enough"}
	case context.Response.UID != request.UID:
		return &Fault{Name: WrongUID, Cause: fmt.Sprintf("the answer is for uid %q, the question was %q", a.quote(string(context.Response.UID)), request.UID),
			Next: "the endpoint must copy request.uid to response.uid, and nothing may cache its answers"}
	}
	if _, err := karmada.VerifyResourceInterpreterContext(request.UID, request.Operation, &context); err != nil {
		return &Fault{Name: InvalidAnswer, Cause: "Karmada refuses the answer: " + a.quote(err.Error()),
			Next: "complete the response for operation " + string(request.Operation)}
	}
	if fault := a.componentNames(context.Response); fault != nil {
		return fault
	}
	r.Response = context.Response
	return nil
}

// componentNames applies the rules of the ResourceBinding that Karmada writes the components to.
func (a *answer) componentNames(response *configv1alpha1.ResourceInterpreterResponse) *Fault {
	const longest = 32
	seen := map[string]bool{}
	for _, component := range response.Components {
		if name := component.Name; utf8.RuneCountInString(name) > longest || seen[name] {
			return &Fault{Name: InvalidAnswer, Cause: fmt.Sprintf("Karmada cannot store the component named %q", a.quote(name)),
				Next: fmt.Sprintf("give each component a name of its own with at most %d characters", longest)}
		}
		seen[component.Name] = true
	}
	return nil
}

// fault tells what keeps Karmada from reading the answer, nil if it can be read.
func (a *answer) fault() *Fault {
	media := a.media()
	switch {
	case 300 <= a.status && a.status < 400:
		return a.redirect()
	case media == "text/html":
		return &Fault{Name: HTML, Cause: fmt.Sprintf("the answer is a web page (status %d%s), it does not come from an interpreter", a.status, a.title()),
			Next: "look for a login page, a proxy or a gateway in between, or correct host and path"}
	case a.status == http.StatusNotFound:
		return &Fault{Name: NotFound, Cause: "the endpoint does not know the path (status 404)" + a.message(),
			Next: "compare the path of the URL, whose last segment may be a secret that was rotated, with the endpoint's"}
	case a.status < 200 || a.status > 206:
		return &Fault{Name: HTTPStatus, Cause: fmt.Sprintf("the endpoint answered %d %s%s", a.status, http.StatusText(a.status), a.message()),
			Next: "read the endpoint's log; before it knows the uid it should answer 4xx with a metav1.Status, which Karmada shows"}
	case media != "" && media != "application/json":
		return &Fault{Name: NotJSON, Cause: fmt.Sprintf("the answer has Content-Type %q", a.quote(media)),
			Next: "the endpoint must answer with Content-Type application/json"}
	case len(a.body) > maxAnswer:
		return &Fault{Name: InvalidAnswer, Cause: fmt.Sprintf("the answer has more than %d MiB", maxAnswer>>20),
			Next: "patch only the members that change"}
	}
	return nil
}

func (a *answer) redirect() *Fault {
	f := &Fault{Name: Redirect, Cause: fmt.Sprintf("the endpoint redirects (status %d) to %s", a.status, a.location()),
		Next: "put the address that it leads to into clientConfig.url"}
	switch a.status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
		f.Cause += ", where Karmada would arrive with a GET and no body"
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		f.Cause += ", which costs Karmada a second call each time"
	}
	return f
}

func (a *answer) location() string {
	u, err := url.Parse(a.header.Get("Location"))
	switch {
	case err != nil || *u == (url.URL{}):
		return "nowhere"
	case u.Host == "":
		return "another path of the same host"
	}
	return Redact(u)
}

func (a *answer) media() string {
	media, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		return a.header.Get("Content-Type")
	}
	return media
}

// message is what Karmada shows of an error's body, the message of a metav1.Status, or what it hides.
func (a *answer) message() string {
	var status metav1.Status
	if kubejson.Unmarshal(a.body, &status) == nil && status.Kind == "Status" && status.Message != "" {
		return ": " + a.quote(status.Message)
	}
	if text := bytes.TrimSpace(a.body); strings.HasPrefix(a.media(), "text/") && len(text) > 0 {
		return fmt.Sprintf(" and the text %q, which Karmada does not show", a.quote(string(text)))
	}
	return ", without a reason that Karmada could show"
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
