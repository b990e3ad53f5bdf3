// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// answered asks an endpoint that answers with the headers, given as name and value, and the body, in which %q is the uid.
func answered(t *testing.T, body string, header ...string) (*Response, *Fault) {
	t.Helper()
	endpoint := InProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var call struct {
			Request struct {
				UID string `json:"uid"`
			} `json:"request"`
		}
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		fmt.Fprintf(w, body, call.Request.UID)
	}))
	response, err := endpoint.Ask(t.Context(), healthRequest(t))
	return response, AsFault(err)
}

func names(faults []*Fault) []string {
	var list []string
	for _, fault := range faults {
		list = append(list, fault.Name)
	}
	return list
}

const whole = `{"apiVersion":"config.karmada.io/v1alpha1","kind":"ResourceInterpreterContext","response":{"uid":%q,"successful":true,"healthy":true}}`

// TestTolerated shows what is accepted and reported. Which answers Karmada's client accepts is the matter of test/contract.
func TestTolerated(t *testing.T) {
	tests := map[string]struct {
		reason, body string
		header       []string
		want         []string
	}{
		"nothing":       {body: whole},
		"content type":  {body: whole, header: []string{"Content-Type", "text/plain"}, want: []string{ContentType}},
		"charset":       {body: whole, header: []string{"Content-Type", "application/json; charset=latin1"}, want: []string{ContentType}},
		"type meta":     {body: `{"response":{"uid":%q,"successful":true,"healthy":true}}`, want: []string{TypeMissing}},
		"yaml":          {body: "# YAML\n" + whole, want: []string{NotJSON}},
		"unknown":       {body: strings.Replace(whole, `"healthy"`, `"replica":1,"healthy"`, 1), want: []string{LooseJSON}},
		"large":         {body: whole + strings.Repeat(" ", 2<<20), want: []string{LargeAnswer}},
		"warning":       {body: whole, header: []string{"Warning", "look here"}, want: []string{WarningHeader}},
		"all at once":   {reason: "each is named", body: `{"response":{"uid":%q,"successful":true,"healthy":true,"a":1}}`, header: []string{"Content-Type", "text/plain"}, want: []string{ContentType, TypeMissing, LooseJSON}},
		"refusal":       {body: `{"response":{"uid":%q,"status":{"code":400}}}`, want: []string{TypeMissing}},
		"two same-name": {body: strings.Replace(whole, `"healthy":true`, `"healthy":true,"components":[{"name":"a"},{"name":"a"}]`, 1), want: []string{ComponentName}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			response, fault := answered(t, test.body, test.header...)
			if fault != nil {
				t.Fatal(fault)
			}
			if diff := cmp.Diff(test.want, names(response.Tolerated)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, diff)
			}
			for _, tolerated := range response.Tolerated {
				if tolerated.Cause == "" || tolerated.Next == "" {
					t.Errorf("want a cause and a next step, got %+v", tolerated)
				}
			}
		})
	}
}

func TestUnreadableAnswers(t *testing.T) {
	tests := map[string]struct {
		body   string
		header []string
		name   string
		cause  string
	}{
		"other kind":      {body: `{"apiVersion":"v1","kind":"Pod"}%.0s`, name: InvalidAnswer, cause: `kind "Pod", apiVersion "v1"`},
		"status":          {body: `{"apiVersion":"v1","kind":"Status","message":"no"}%.0s`, name: InvalidAnswer, cause: `kind "Status", apiVersion "v1": no`},
		"empty":           {body: `%.0s`, name: NotJSON, cause: "no body (status 200)"},
		"web page":        {body: `<title>Sign in</title>%.0s`, header: []string{"Content-Type", "text/html"}, name: HTML, cause: `(status 200, "Sign in")`},
		"no content type": {body: whole, header: []string{"Content-Type", "/"}, name: ContentType, cause: `the Content-Type "/"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, fault := answered(t, test.body, test.header...)
			if fault == nil || fault.Name != test.name || !strings.Contains(fault.Cause, test.cause) {
				t.Errorf("want %s with %q, got %+v", test.name, test.cause, fault)
			}
		})
	}
}

// TestRedirects shows what is said about an endpoint that sends its callers elsewhere. The path stays out of it.
func TestRedirects(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(healthy))
	defer elsewhere.Close()
	tests := map[string]struct {
		status          int
		location, cause string
		fault           string
	}{
		"another host":     {status: 307, location: elsewhere.URL + "/s3cr3t-path", cause: "to " + elsewhere.URL + "/<path>, to which Karmada sends the object again, and the path in the header Referer"},
		"the same host":    {status: 308, location: "/elsewhere", cause: "to another path of the same host, which costs Karmada a second call each time"},
		"without the body": {status: 302, location: "/elsewhere", cause: "where Karmada arrives with a GET and no body; there the answer is for uid", fault: Redirect},
		"nowhere":          {status: 302, cause: "without saying where to", fault: Redirect},
		"circle":           {status: 307, location: "/path/s3cr3t-path", cause: "more than 10 times", fault: Redirect},
		"no URL":           {status: 307, location: "https://%zz/s3cr3t-path", cause: "cannot be read", fault: ConnectionBroken},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/elsewhere" {
					healthy(w, r)
					return
				}
				w.Header().Set("Location", test.location)
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, "moved")
			}))
			defer server.Close()
			endpoint, err := New(server.URL+"/path/s3cr3t-path", nil, 5*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			response, err := endpoint.Ask(t.Context(), healthRequest(t))
			fault := AsFault(err)
			if fault == nil {
				fault = response.Tolerated[0]
			}
			if (err != nil) != (test.fault != "") || test.fault != "" && fault.Name != test.fault {
				t.Errorf("want the fault %q, got %v", test.fault, err)
			}
			if !strings.Contains(fault.Cause, test.cause) || strings.Contains(fault.Error(), "s3cr3t") {
				t.Errorf("want %q and no secret, got %q", test.cause, fault.Cause)
			}
		})
	}
}

// TestUnencryptedRedirect is apart from the others because it starts at an endpoint with TLS.
func TestUnencryptedRedirect(t *testing.T) {
	from, to := &url.URL{Scheme: "https", Host: "a", Path: "/p"}, &url.URL{Scheme: "http", Host: "a", Path: "/p"}
	fault := redirected([]redirect{{status: 307, method: http.MethodPost, from: from, to: to}})
	if want := "to http://a/<path>, to which Karmada sends the object again, unencrypted"; !strings.Contains(fault.Cause, want) {
		t.Errorf("want %q, got %q", want, fault.Cause)
	}
}
