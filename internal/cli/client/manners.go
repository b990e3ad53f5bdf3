// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	strictjson "sigs.k8s.io/json"

	"workload.example.io/interpreter/internal/interpreter"
)

// What Karmada's client accepts although it should not stand in an answer. All of it is reported, none of it is a reason
// to refuse the answer.

// warnings are the texts that Karmada writes to its log, as client-go's rest.WarningLogger chooses them.
func (a *answer) warnings() []string {
	var texts []string
	headers, _ := utilnet.ParseWarningHeaders(a.header.Values("Warning"))
	for _, header := range headers {
		if header.Code == miscellaneousWarning && header.Text != "" {
			texts = append(texts, header.Text)
		}
	}
	return texts
}

const miscellaneousWarning = 299

// manners returns what is odd about the way of the answer and its head.
func (a *answer) manners() []*Fault {
	var odd []*Fault
	if fault := redirected(a.redirects); fault != nil {
		odd = append(odd, fault)
	}
	for _, wait := range a.waits {
		if wait < time.Second {
			odd = append(odd, &Fault{Name: RetryAfterZero, Cause: "the endpoint asked for another try without a pause",
				Next: "send Retry-After: 1 or more"})
			break
		}
	}
	if a.status != http.StatusOK && a.statusFault() == nil {
		odd = append(odd, &Fault{Name: HTTPStatus, Cause: fmt.Sprintf("the endpoint answered %d; Karmada reads the body all the same", a.status),
			Next: "answer with status 200"})
	}
	headers, problems := utilnet.ParseWarningHeaders(a.header.Values("Warning"))
	if len(problems) > 0 || len(headers) != len(a.warnings()) {
		odd = append(odd, &Fault{Name: WarningHeader, Cause: "the answer has a Warning header that Karmada does not log",
			Next: `write warnings as: Warning: 299 - "text"`})
	}
	return odd
}

// bodyManners returns what is odd about a body that was decoded and what is said about it.
func (a *answer) bodyManners(context *configv1alpha1.ResourceInterpreterContext) []*Fault {
	var odd []*Fault
	add := func(name, next, format string, args ...any) {
		odd = append(odd, &Fault{Name: name, Cause: fmt.Sprintf(format, args...), Next: next})
	}
	switch media, params, _ := mime.ParseMediaType(a.header.Get("Content-Type")); {
	case media != "application/json":
		add(ContentType, "answer with Content-Type application/json",
			"the answer has Content-Type %q; Karmada decodes it as JSON all the same", a.quote(media))
	case params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8"):
		add(ContentType, "answer in UTF-8", "the answer has charset %q; Karmada decodes it as UTF-8 all the same", a.quote(params["charset"]))
	}
	if version := configv1alpha1.GroupVersion.String(); context.APIVersion != version || context.Kind != contextKind {
		add(TypeMissing, "answer with apiVersion "+version+" and kind "+contextKind,
			"the answer lacks its apiVersion or its kind; Karmada takes it for a %s all the same", contextKind)
	}
	if !json.Valid(a.body) {
		add(NotJSON, "answer in JSON without a byte order mark", "the answer is YAML; Karmada decodes it all the same")
	} else if problems, err := strictjson.UnmarshalStrict(a.body, &configv1alpha1.ResourceInterpreterContext{}); err == nil && len(problems) > 0 {
		add(LooseJSON, "spell the members as Karmada's API does, each once", "the answer has members that Karmada ignores: %s", a.quote(problems[0].Error()))
	}
	if len(a.body) > largeAnswer {
		add(LargeAnswer, "patch only the members that change", "the answer has %.1f MiB, more than Kubernetes stores in an object", float64(len(a.body))/(1<<20))
	}
	if context.Response != nil {
		odd = append(odd, a.componentNames(context.Response.Components)...)
	}
	return odd
}

// largeAnswer is the size to which etcd stores an object.
const largeAnswer = 3 << 19

// componentNames applies the rules of the ResourceBinding that Karmada writes the components to. Karmada's client does not
// know them: it is the API server that refuses the binding.
func (a *answer) componentNames(components []workv1alpha2.Component) []*Fault {
	seen := map[string]bool{}
	for _, component := range components {
		if name := component.Name; name == "" || utf8.RuneCountInString(name) > interpreter.MaxComponentName || seen[name] {
			return []*Fault{{Name: ComponentName, Cause: fmt.Sprintf("Karmada cannot store the component named %q", a.quote(name)),
				Next: fmt.Sprintf("give each component a name of its own with at most %d characters", interpreter.MaxComponentName)}}
		}
		seen[component.Name] = true
	}
	return nil
}
