// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kindtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/function/kind"
	"workload.example.io/interpreter/internal/webhook"
)

// query is one request. Its parts are JSON; an absent part is nil.
type query struct {
	operation                  kind.Operation
	object, observed, statuses []byte
	replicas                   int32
}

const uid = "4a6a3f0e-5f0c-4d7b-9e83-a49d2a6c4f7e"

// body is the ResourceInterpreterContext that Karmada would send.
func (s *session) body(q query) []byte {
	gvk := s.Kind.GroupVersionKind
	body := fmt.Appendf(nil, `{"apiVersion":"config.karmada.io/v1alpha1","kind":"ResourceInterpreterContext","request":{"uid":%q,`+
		`"kind":{"group":%q,"version":%q,"kind":%q},"name":"example","namespace":"default","operation":%q,"replicas":%d`,
		uid, gvk.Group, gvk.Version, gvk.Kind, q.operation, q.replicas)
	for _, part := range []struct {
		name  string
		value []byte
	}{{"object", q.object}, {"observedObject", q.observed}, {"aggregatedStatus", q.statuses}} {
		if part.value != nil {
			body = append(fmt.Appendf(body, `,%q:`, part.name), part.value...)
		}
	}
	return append(body, "}}"...)
}

// reply is what came back.
type reply struct {
	code     int
	raw      []byte
	warnings []string
	response *configv1alpha1.ResourceInterpreterResponse // nil unless the code is 200
}

// ask sends the query and fails if the reply is none that Karmada could read.
func (s *session) ask(q query) (*reply, error) {
	recorder := s.send(s.handler, q)
	r := &reply{code: recorder.Code, raw: recorder.Body.Bytes(), warnings: recorder.Header().Values("Warning")}
	if r.code != http.StatusOK {
		if r.code >= http.StatusInternalServerError {
			return nil, fmt.Errorf("%s panics before its uid is known: %s", q.operation, r.raw)
		}
		return r, nil
	}
	var context configv1alpha1.ResourceInterpreterContext
	if err := json.Unmarshal(r.raw, &context); err != nil || context.Response == nil || context.Response.UID != uid {
		return nil, fmt.Errorf("%s is answered without the uid: %s", q.operation, r.raw)
	}
	r.response = context.Response
	if status := r.response.Status; status != nil && status.Code >= http.StatusInternalServerError {
		return nil, fmt.Errorf("%s: %s%s\nabout %s", q.operation, status.Message, s.stack(q), shorten(q.object))
	}
	return r, nil
}

func (s *session) send(handler http.Handler, q query) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(s.body(q)))
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder
}

// stack asks again, to say where a panic comes from.
func (s *session) stack(q query) (stack string) {
	s.send(webhook.New(s.registry, func(call *webhook.Call) { stack = call.Stack }), q)
	if stack == "" {
		return ""
	}
	return "\npanic at " + strings.ReplaceAll(stack, "\n", "\n         ")
}

// success asks and also fails if the query is refused.
func (s *session) success(q query) (*reply, error) {
	r, err := s.ask(q)
	switch {
	case err != nil:
		return nil, err
	case r.response == nil:
		return nil, fmt.Errorf("%s is refused with %s\nabout %s", q.operation, r.raw, shorten(q.object))
	case !r.response.Successful:
		return nil, fmt.Errorf("%s is refused: %s\nabout %s", q.operation, r.response.Status.Message, shorten(q.object))
	}
	return r, nil
}

// patched returns the object as the reply's patch leaves it, applied by the library that Karmada applies it with.
func patched(q query, r *reply) ([]byte, error) {
	if len(r.response.Patch) == 0 {
		return q.object, nil
	}
	operations, err := jsonpatch.DecodePatch(r.response.Patch)
	if err != nil {
		return nil, fmt.Errorf("%s returns no patch: %w", q.operation, err)
	}
	after, err := operations.Apply(q.object)
	if err != nil {
		return nil, fmt.Errorf("the patch of %s does not apply: %w\n%s\nto %s", q.operation, err, r.response.Patch, shorten(q.object))
	}
	return after, nil
}

// each visits every operation with every object of the suite.
func (s *session) each(visit func(query) error) error {
	for _, operation := range s.operations {
		for _, object := range s.objects {
			if err := visit(s.about(operation, object)); err != nil {
				return err
			}
		}
	}
	return nil
}

// about is a query about an object, with everything that its operation wants.
func (s *session) about(operation kind.Operation, object any) query {
	q := query{operation: operation, object: marshal(object), replicas: 2}
	switch operation {
	case "Retain":
		q.observed = marshal(s.objects[len(s.objects)-1])
	case "AggregateStatus":
		q.statuses = marshal(s.items())
	}
	return q
}

func shorten(text []byte) string {
	const longest = 600
	if len(text) <= longest {
		return string(text)
	}
	return string(text[:longest]) + "..."
}
