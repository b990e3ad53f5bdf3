// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/function"
	"workload.example.io/interpreter/internal/webhook"
)

// envelope is a request with the members of request after kind and uid.
func envelope(members string) string {
	return `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1","request":{"uid":"the-uid",` +
		`"kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},"name":"nginx","namespace":"default",` + members + `}}`
}

// TestBadBodies sends what no Karmada should send. Before the uid is known the answer is a 4xx with a Status, after that a
// refusal with the uid; either way with a message that names the place.
func TestBadBodies(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000)
	tests := map[string]struct {
		reason string
		body   string
		want   string
		// early is set where the uid cannot be known.
		early bool
	}{
		"empty":             {reason: "nothing to read", body: "", early: true, want: "cannot decode the request: want valid JSON, got input that ends at byte 0"},
		"not JSON":          {reason: "another format", body: "kind: ResourceInterpreterContext", early: true, want: "cannot decode the request: want valid JSON, got an unexpected character at byte 0"},
		"HTML":              {reason: "a proxy's page", body: "<html></html>", early: true, want: "got an unexpected character at byte 0"},
		"null":              {reason: "JSON without a request", body: "null", early: true, want: "cannot decode request: want object, got nothing"},
		"array":             {reason: "JSON of another type", body: "[]", early: true, want: "cannot decode the request: want object, got array"},
		"no request":        {reason: "an envelope of a response", body: `{"kind":"ResourceInterpreterContext"}`, early: true, want: "cannot decode request: want object, got nothing"},
		"request null":      {reason: "null is nothing", body: `{"request":null}`, early: true, want: "cannot decode request: want object, got nothing"},
		"request string":    {reason: "wrong type", body: `{"request":"x"}`, early: true, want: "cannot decode request: want object, got string"},
		"no uid":            {reason: "the answer could not be matched", body: `{"request":{}}`, early: true, want: "cannot decode request.uid: want string that is not empty, got nothing"},
		"uid number":        {reason: "wrong type", body: `{"request":{"uid":1}}`, early: true, want: "cannot decode request.uid: want string, got number"},
		"other case":        {reason: "names are case-sensitive", body: `{"Request":{"uid":"the-uid"}}`, early: true, want: "cannot decode request: want object, got nothing"},
		"truncated early":   {reason: "cut before the uid", body: envelope("")[:60], early: true, want: "got input that ends at byte 60"},
		"truncated late":    {reason: "cut after the uid", body: strings.TrimSuffix(envelope(`"operation":"InterpretHealth","object":{}`), "}"), want: "want valid JSON, got input that ends at byte"},
		"trailing":          {reason: "two documents", body: envelope(`"operation":"InterpretHealth","object":{}`) + "{}", want: "got an unexpected character at byte"},
		"too deep":          {reason: "a limit instead of a stack overflow", body: envelope(`"operation":"InterpretHealth","object":` + deep), want: "got nesting deeper than 10,000 levels"},
		"duplicate":         {reason: "two values for one name are ambiguous", body: envelope(`"operation":"InterpretHealth","object":{"spec":{"replicas":1,"replicas":2}}`), want: "cannot decode request.object.spec.replicas: want valid JSON, got the same member twice"},
		"duplicate unread":  {reason: "also where nobody looks", body: envelope(`"operation":"InterpretHealth","object":{"x":{"y":1,"y":2}}`), want: "cannot decode request.object.x.y: want valid JSON, got the same member twice"},
		"invalid UTF-8":     {reason: "would not survive being written again", body: envelope("\"operation\":\"InterpretHealth\",\"object\":{\"x\":\"\xff\"}"), want: "got invalid UTF-8 at byte"},
		"operation number":  {reason: "wrong type", body: envelope(`"operation":1`), want: "cannot decode request.operation: want string, got number"},
		"kind string":       {reason: "wrong type", body: `{"request":{"uid":"the-uid","kind":"Workload"}}`, want: "cannot decode request.kind: want object, got string"},
		"name array":        {reason: "wrong type", body: `{"request":{"uid":"the-uid","name":[]}}`, want: "cannot decode request.name: want string, got array"},
		"replicas string":   {reason: "wrong type", body: envelope(`"operation":"ReviseReplica","object":{},"replicas":"2"`), want: "cannot decode request.replicas: want integer, got string"},
		"replicas fraction": {reason: "not a whole number", body: envelope(`"operation":"ReviseReplica","object":{},"replicas":2.5`), want: "cannot decode request.replicas: want integer, got number with a fraction or an exponent"},
		"replicas too big":  {reason: "beyond int32", body: envelope(`"operation":"ReviseReplica","object":{},"replicas":2147483648`), want: "cannot decode request.replicas: want integer from -2147483648 to 2147483647, got number out of range"},
		"statuses object":   {reason: "wrong type", body: envelope(`"operation":"AggregateStatus","object":{},"aggregatedStatus":{}`), want: "cannot decode request.aggregatedStatus: want array, got object"},
		"cluster number":    {reason: "wrong type in a list", body: envelope(`"operation":"AggregateStatus","object":{},"aggregatedStatus":[{},{"clusterName":1}]`), want: "cannot decode request.aggregatedStatus[1].clusterName: want string, got number"},
		"other version":     {reason: "the envelope may come to mean something else", body: strings.Replace(envelope(`"operation":"InterpretHealth","object":{}`), "config.karmada.io/v1alpha1", "config.karmada.io/v2", 1), want: "cannot decode apiVersion: want config.karmada.io/v1alpha1, got another version"},
		"other envelope":    {reason: "an admission review", body: strings.Replace(envelope(`"operation":"InterpretHealth","object":{}`), "ResourceInterpreterContext", "AdmissionReview", 1), want: "cannot decode kind: want ResourceInterpreterContext, got another kind"},
		"other kind":        {reason: "not served", body: strings.Replace(envelope(`"operation":"InterpretHealth","object":{}`), `"kind":"Workload"`, `"kind":"Deployment"`, 1), want: `cannot interpret kind "Deployment" of group "workload.example.io"; supported: Workload.workload.example.io`},
		"other group":       {reason: "not served", body: strings.Replace(envelope(`"operation":"InterpretHealth","object":{}`), "workload.example.io", "apps", 1), want: `cannot interpret kind "Workload" of group "apps"`},
		"no operation":      {reason: "nothing was asked", body: envelope(`"object":{}`), want: `cannot answer operation "" for kind Workload; supported: InterpretReplica, InterpretComponent, ReviseReplica, Retain, AggregateStatus, InterpretStatus, InterpretHealth, InterpretDependency`},
		"prune":             {reason: "not supported", body: envelope(`"operation":"Prune","object":{}`), want: `cannot answer operation "Prune" for kind Workload; supported: InterpretReplica, `},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			message, code := refusal(t, post([]byte(test.body)), test.early)
			if !strings.Contains(message, test.want) {
				t.Errorf("%s: got %q, want %q", test.reason, message, test.want)
			}
			if code != http.StatusBadRequest {
				t.Errorf("%s: got code %d, want 400", test.reason, code)
			}
		})
	}
}

// refusal returns the message and the code of an answer that must be a refusal on the right channel.
func refusal(t *testing.T, recorder *httptest.ResponseRecorder, early bool) (string, int32) {
	t.Helper()
	if contentType := recorder.Header().Get("Content-Type"); contentType != "application/json" {
		t.Fatalf("got Content-Type %q, want application/json", contentType)
	}
	if early {
		var status metav1.Status
		if err := json.Unmarshal(recorder.Body.Bytes(), &status); err != nil {
			t.Fatal(err)
		}
		if status.Kind != "Status" || status.APIVersion != "v1" || status.Status != metav1.StatusFailure || status.Code != int32(recorder.Code) {
			t.Fatalf("got %d with %s, want a Status of the same code", recorder.Code, recorder.Body)
		}
		return status.Message, status.Code
	}
	var answer configv1alpha1.ResourceInterpreterContext
	if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	response := answer.Response
	if recorder.Code != http.StatusOK || response == nil || response.UID != "the-uid" || response.Successful || response.Status == nil {
		t.Fatalf("got %d with %s, want a refusal with the uid", recorder.Code, recorder.Body)
	}
	return response.Status.Message, response.Status.Code
}

// TestBadHeaders sends what is refused before the body is decoded.
func TestBadHeaders(t *testing.T) {
	healthy := envelope(`"operation":"InterpretHealth","object":{"spec":{"replicas":0}}`)
	tests := map[string]struct {
		reason string
		method string
		header map[string]string
		body   io.Reader
		code   int
		want   string
	}{
		"GET":          {reason: "a browser", method: "GET", code: 405, want: "want POST"},
		"PUT":          {reason: "another method", method: "PUT", code: 405, want: "want POST"},
		"form":         {reason: "another type", header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, code: 415, want: "want Content-Type application/json"},
		"no type":      {reason: "no type", header: map[string]string{"Content-Type": ""}, code: 415, want: "want Content-Type application/json"},
		"broken type":  {reason: "no media type at all", header: map[string]string{"Content-Type": ";;"}, code: 415, want: "want Content-Type application/json"},
		"parameters":   {reason: "a charset is harmless", header: map[string]string{"Content-Type": "application/json; charset=utf-8"}, code: 200},
		"upper case":   {reason: "media types are case-insensitive (RFC 9110, 8.3.1)", header: map[string]string{"Content-Type": "Application/JSON"}, code: 200},
		"gzip":         {reason: "Karmada never compresses", header: map[string]string{"Content-Encoding": "gzip"}, code: 415, want: "want no Content-Encoding"},
		"identity":     {reason: "no compression", header: map[string]string{"Content-Encoding": "identity"}, code: 200},
		"9 MiB":        {reason: "over the limit, length known", body: strings.NewReader(envelope(`"x":"` + strings.Repeat("x", 9<<20) + `"`)), code: 413, want: "want at most 8388608 bytes"},
		"9 MiB chunks": {reason: "over the limit, length unknown", body: io.MultiReader(strings.NewReader(envelope(`"x":"` + strings.Repeat("x", 9<<20) + `"`))), code: 413, want: "want at most 8388608 bytes"},
		"broken off":   {reason: "the client went away", body: io.MultiReader(strings.NewReader(healthy[:50]), brokenReader{}), code: 400, want: "it broke off after 50 bytes"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			body := test.body
			if body == nil {
				body = strings.NewReader(healthy)
			}
			method := test.method
			if method == "" {
				method = http.MethodPost
			}
			request := httptest.NewRequest(method, "/", body)
			request.Header.Set("Content-Type", "application/json")
			for name, value := range test.header {
				request.Header.Set(name, value)
			}
			recorder := httptest.NewRecorder()
			function.InterpretWorkload(recorder, request)
			if recorder.Code != test.code {
				t.Fatalf("%s: got %d with %s, want %d", test.reason, recorder.Code, recorder.Body, test.code)
			}
			if test.code == http.StatusOK {
				return
			}
			if message, _ := refusal(t, recorder, true); !strings.Contains(message, test.want) {
				t.Errorf("%s: got %q, want %q", test.reason, message, test.want)
			}
			if allow := recorder.Header().Get("Allow"); test.code == 405 && allow != "POST" {
				t.Errorf("%s: got Allow %q, want POST (RFC 9110, 15.5.6)", test.reason, allow)
			}
		})
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestLargestBody answers a body of exactly the limit, with a known length and in chunks.
func TestLargestBody(t *testing.T) {
	frame := envelope(`"operation":"InterpretHealth","object":{"spec":{"replicas":0},"x":""}`)
	document := strings.Replace(frame, `"x":""`, `"x":"`+strings.Repeat("x", webhook.MaxBody-len(frame))+`"`, 1)
	for name, body := range map[string]io.Reader{"length": strings.NewReader(document), "chunks": io.MultiReader(strings.NewReader(document))} {
		t.Run(name, func(t *testing.T) {
			request := httptest.NewRequest(http.MethodPost, "/", body)
			request.Header.Set("Content-Type", "application/json")
			recorder := httptest.NewRecorder()
			function.InterpretWorkload(recorder, request)
			if !bytes.Contains(recorder.Body.Bytes(), []byte(`"healthy":true`)) {
				t.Errorf("got %d with %s", recorder.Code, recorder.Body)
			}
		})
	}
}

// TestWrongTypes puts a value of the wrong type at every field that an operation reads; the message has its path.
func TestWrongTypes(t *testing.T) {
	const integer, object, text, list = "integer", "object", "string", "array"
	replicas := map[string]string{"spec": object, "spec.replicas": integer}
	template := map[string]string{
		"spec.template": object, "spec.template.spec": object, "spec.template.spec.containers": list, "spec.template.spec.volumes": list,
		"spec.template.spec.serviceAccountName": text, "spec.template.spec.nodeSelector": object, "spec.template.spec.overhead": object,
		"spec.template.spec.tolerations": list, "spec.template.spec.affinity": object, "spec.template.spec.imagePullSecrets": list,
	}
	tests := map[string]map[string]string{
		"InterpretReplica":    merged(replicas, template),
		"InterpretComponent":  merged(replicas, template),
		"ReviseReplica":       replicas,
		"Retain":              {"spec": object, "spec.paused": "boolean", "spec.replicas": integer, "metadata": object, "metadata.labels": object, "metadata.labels.resourcetemplate~karmada~io/retain-replicas": text},
		"AggregateStatus":     {"status": object},
		"InterpretStatus":     {"status": object, "status.readyReplicas": integer},
		"InterpretHealth":     merged(replicas, map[string]string{"status": object, "status.readyReplicas": integer}),
		"InterpretDependency": merged(template, map[string]string{"metadata": object, "metadata.namespace": text, "spec": object}),
	}
	for operation, fields := range tests {
		for field, want := range fields {
			t.Run(operation+"/"+field, func(t *testing.T) {
				for _, wrong := range []struct{ value, got string }{{`{}`, object}, {`[]`, list}, {`"x"`, text}, {`7`, "number"}, {`true`, "boolean"}} {
					if wrong.got == want || want == integer && wrong.got == "number" {
						continue
					}
					checkWrongType(t, operation, field, wrong.value, fmt.Sprintf(": want %s, got %s", want, wrong.got))
				}
			})
		}
	}
}

func merged(a, b map[string]string) map[string]string {
	both := map[string]string{}
	for _, fields := range []map[string]string{a, b} {
		for field, want := range fields {
			both[field] = want
		}
	}
	return both
}

func checkWrongType(t *testing.T, operation, field, value, want string) {
	t.Helper()
	document := value
	names := strings.Split(field, ".")
	for i := len(names) - 1; i >= 0; i-- {
		document = fmt.Sprintf(`{%q:%s}`, strings.ReplaceAll(names[i], "~", "."), document)
	}
	path := "object." + field
	if label := names[len(names)-1]; strings.Contains(label, "/") {
		path = "object.metadata.labels[" + fmt.Sprintf("%q", strings.ReplaceAll(label, "~", ".")) + "]"
	}
	body := envelope(fmt.Sprintf(`"operation":%q,"object":%s,"observedObject":{},"replicas":1`, operation, document))
	message, _ := refusal(t, post([]byte(body)), false)
	if message != "cannot decode "+path+want {
		t.Errorf("got %q, want %q", message, "cannot decode "+path+want)
	}
}

// TestNoObject asks about nothing.
func TestNoObject(t *testing.T) {
	for _, operation := range []string{"InterpretReplica", "InterpretComponent", "ReviseReplica", "Retain", "AggregateStatus", "InterpretStatus", "InterpretHealth", "InterpretDependency"} {
		for object, want := range map[string]string{
			``: "object: want object, got nothing", `,"object":null`: "object: want object, got null",
			`,"object":"x"`: "object: want object, got string", `,"object":[]`: "object: want object, got array",
		} {
			message, _ := refusal(t, post([]byte(envelope(`"operation":"`+operation+`","replicas":1`+object))), false)
			if message != "cannot decode "+want {
				t.Errorf("%s: got %q, want %q", operation, message, "cannot decode "+want)
			}
		}
	}
	for observed, want := range map[string]string{``: "nothing", `,"observedObject":null`: "null", `,"observedObject":7`: "number"} {
		message, _ := refusal(t, post([]byte(envelope(`"operation":"Retain","object":{}`+observed))), false)
		if message != "cannot decode observedObject: want object, got "+want {
			t.Errorf("got %q, want it to name the observed object", message)
		}
	}
	message, _ := refusal(t, post([]byte(envelope(`"operation":"ReviseReplica","object":{}`))), false)
	if message != "cannot decode request.replicas: want integer, got nothing" {
		t.Errorf("got %q, want it to name the replicas", message)
	}
}
