// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight_test

import (
	"encoding/pem"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/function"
	"workload.example.io/interpreter/internal/cli/preflight"
	"workload.example.io/interpreter/internal/cli/webhooktest"
	"workload.example.io/interpreter/internal/interpreter"
)

func TestMain(m *testing.M) {
	resolver, stop, err := webhooktest.Resolver()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	net.DefaultResolver = resolver
	_ = os.Setenv("LOG_LEVEL", "off")
	code := m.Run()
	stop()
	os.Exit(code)
}

const probe = `{"apiVersion":"workload.example.io/v1alpha1","kind":"Workload","metadata":{"name":"nginx","namespace":"default"},
"spec":{"replicas":3,"template":{"spec":{"containers":[{"name":"nginx","image":"nginx"}]}}},"status":{"readyReplicas":1}}`

// examine starts a seeded endpoint and returns what the checkup finds.
func examine(t *testing.T, seed string) []preflight.Finding {
	t.Helper()
	endpoint, err := webhooktest.Start(seed, http.HandlerFunc(function.InterpretWorkload))
	if err != nil {
		t.Fatal(err)
	}
	defer endpoint.Close()
	checkup := &preflight.Checkup{Calls: 10, Report: func(preflight.Finding) {}, Progress: func(string) {}}
	timeout := 5 * time.Second
	if seed == "never-answers" || seed == "slow-start" {
		timeout = time.Second
	}
	return checkup.Examine(t.Context(), preflight.Target{
		URL: endpoint.URL, CABundle: endpoint.CABundle, Timeout: timeout,
		Subjects: []preflight.Subject{{Object: []byte(probe), Operations: interpreter.Operations()}},
	})
}

// wrong lists what is wrong as "status check: fault", without what the machine of the test brings with it: that it is the
// loopback, and that it may be busy.
func wrong(findings []preflight.Finding) []string {
	var list []string
	for _, f := range findings {
		byMachine := f.Fault == "loopback" || f.Status == preflight.Warn && strings.HasPrefix(f.Fault, "slow")
		if f.Fault != "" && !byMachine {
			list = append(list, fmt.Sprintf("%s %s: %s", f.Status, f.Check, f.Fault))
		}
	}
	return list
}

func TestSeededFaults(t *testing.T) {
	tests := map[string]struct {
		reason string
		want   []string
		detail string
	}{
		"none":                      {reason: "a healthy endpoint has no fault"},
		"named-host":                {reason: "a name is resolved", detail: "interpreter.test is 127.0.0.1"},
		"unknown-host":              {want: []string{"fail name: unknown-host"}, detail: "the name no-such-host.test is unknown"},
		"nothing-listens":           {want: []string{"fail connection: connection-refused"}, detail: "nothing listens on 127.0.0.1"},
		"plain-http":                {want: []string{"fail tls: plain-http"}, detail: "does not speak TLS"},
		"expired-certificate":       {want: []string{"fail tls: certificate-expired"}, detail: "expired at 20"},
		"future-certificate":        {want: []string{"fail tls: certificate-expired"}, detail: "valid only from 20"},
		"expiring-certificate":      {want: []string{"warn tls: certificate-expires-soon", "warn tls: ca-expires-soon"}, detail: "the certificate expires in 2"},
		"wrong-name":                {want: []string{"fail tls: certificate-wrong-name"}, detail: "is for interpreter.example.com, not for 127.0.0.1"},
		"foreign-authority":         {want: []string{"fail tls: certificate-unknown-authority"}, detail: "not signed by the caBundle"},
		"private-authority":         {want: []string{"fail tls: certificate-unknown-authority"}, detail: "no authority that this machine trusts"},
		"client-certificate-wanted": {want: []string{"fail tls: tls-handshake"}, detail: "certificate required"},
		"never-answers":             {want: []string{"fail first answer: timeout"}, detail: "no answer within the timeout of 1s, twice"},
		"slow-start":                {want: []string{"fail first answer: slow-start"}, detail: "only the start is too slow"},
		"closes-connection":         {want: []string{"fail first answer: connection-broken"}, detail: "closed the connection"},
		"moved":                     {want: []string{"fail redirect: redirect"}, detail: "(status 301) to another path of the same host, where Karmada arrives with a GET"},
		"moved-permanently":         {want: []string{"warn redirect: redirect", "warn path secret: no-path-secret"}, detail: "costs Karmada a second call"},
		"moves-in-a-circle":         {want: []string{"fail redirect: redirect"}, detail: "redirects more than 10 times"},
		"plain-text":                {reason: "one warning for all operations", want: []string{"warn http: content-type"}, detail: `Content-Type "text/plain"`},
		"no-api-version":            {want: []string{"warn http: no-api-version"}, detail: "lacks its apiVersion or its kind"},
		"wrong-path":                {want: []string{"fail path: not-found"}, detail: "does not know the path (status 404): cannot find this path"},
		"login-page":                {want: []string{"fail http: html"}, detail: `web page (status 200, "Sign in")`},
		"gateway-error":             {want: []string{"fail http: html"}, detail: `"502 Bad Gateway"`},
		"needs-credentials":         {want: []string{"fail http: http-status"}, detail: "401 Unauthorized, without a reason"},
		"crashes":                   {want: []string{"fail http: http-status"}, detail: `500 Internal Server Error and the text "panic at <path>", which Karmada does not show`},
		"not-json":                  {want: []string{"fail http: not-json"}, detail: "no ResourceInterpreterContext: invalid character 'o'"},
		"broken-json":               {want: []string{"fail http: not-json"}, detail: "no ResourceInterpreterContext: unexpected end"},
		"no-response":               {reason: "each operation fails", want: each("no-response"), detail: "the answer has no response"},
		"wrong-uid":                 {reason: "each operation fails", want: append([]string{"warn http: no-api-version"}, each("wrong-uid")...), detail: `for uid "another"`},
		"busy-without-retry-after":  {want: []string{"fail overload: retry-after-missing"}, detail: "503 without Retry-After"},
		"busy-with-retry-after-0":   {want: []string{"fail overload: retry-after-zero"}, detail: "10 times without a pause"},
		"busy-too-long":             {want: []string{"fail overload: overloaded"}, detail: "429 and asked to wait 1m0s"},
		"busy-once":                 {want: []string{"warn overload: busy"}, detail: "pause of 1s"},
		"http-1.0": {want: append([]string{"warn http: http-1.0", "warn http: no-api-version", "warn path secret: no-path-secret"},
			append(each("operation-refused"), "warn keep-alive: no-keep-alive")...), detail: "HTTP/1.0"},
		"no-keep-alive":          {want: []string{"warn keep-alive: no-keep-alive"}, detail: "10 of 10 warm calls needed a new connection"},
		"no-path-secret":         {want: []string{"warn path secret: no-path-secret"}, detail: "a wrong path is answered too"},
		"no-path":                {want: []string{"warn path secret: no-path"}, detail: "the URL has no path"},
		"no-patch-type":          {want: []string{"fail ReviseReplica: invalid-answer"}, detail: "Karmada refuses the answer: webhook returned nil response.patchType"},
		"patch-that-fails":       {want: []string{"fail ReviseReplica: patch-fails"}, detail: "cannot apply the patch"},
		"no-replicas":            {want: []string{"warn http: ignored-members", "fail InterpretReplica: invalid-answer"}, detail: "nil response.replicas"},
		"long-component-name":    {want: []string{"fail InterpretComponent: component-name"}, detail: "cannot store the component"},
		"refuses-operation":      {want: []string{"fail InterpretComponent: operation-refused"}, detail: "code 400: unknown operation at <path>"},
		"refuses-without-status": {want: []string{"fail InterpretHealth: invalid-answer"}, detail: "response.status when response.successful is false"},
		"unstable-answer": {want: []string{"warn InterpretReplica: unstable-answer", "warn InterpretComponent: unstable-answer"},
			detail: "answered in two ways"},
	}
	if diff := cmp.Diff(webhooktest.Names(), slices.Sorted(maps.Keys(tests))); diff != "" {
		t.Fatalf("not every seed has a test (-seeds +tests)\n%s", diff)
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			findings := examine(t, name)
			if diff := cmp.Diff(test.want, wrong(findings)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, diff)
			}
			text := fmt.Sprintf("%+v", findings)
			if !strings.Contains(text, test.detail) {
				t.Errorf("want %q in the findings, got\n%s", test.detail, text)
			}
			if strings.Contains(text, webhooktest.Secret) {
				t.Errorf("the path secret is in the findings:\n%s", text)
			}
			for _, f := range findings {
				if f.Fault != "" && f.Next == "" {
					t.Errorf("%s has no next step", f.Fault)
				}
			}
		})
	}
}

// each expects the same fault of every operation.
func each(fault string) []string {
	var list []string
	for _, operation := range interpreter.Operations() {
		list = append(list, fmt.Sprintf("fail %s: %s", operation, fault))
	}
	return list
}

// TestSecretAtTheRoot shows that a path of one segment, which has nothing above it, is examined like any other.
func TestSecretAtTheRoot(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/secret-of-the-test", function.InterpretWorkload)
	server := httptest.NewTLSServer(mux)
	defer server.Close()
	checkup := &preflight.Checkup{Calls: 1, Report: func(preflight.Finding) {}, Progress: func(string) {}}
	findings := checkup.Examine(t.Context(), preflight.Target{
		URL: server.URL + "/secret-of-the-test", Timeout: 5 * time.Second,
		CABundle: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}),
		Subjects: []preflight.Subject{{Object: []byte(probe), Operations: interpreter.Operations()}},
	})
	at := slices.IndexFunc(findings, func(f preflight.Finding) bool { return f.Check == preflight.Secret })
	if at < 0 || findings[at].Detail != "a wrong path is answered with 404" {
		t.Errorf("want a 404 for a wrong path, got %+v", findings)
	}
}
