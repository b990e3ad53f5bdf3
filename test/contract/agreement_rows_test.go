// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// quiet is the log of a server whose clients misbehave on purpose.
var quiet = log.New(io.Discard, "", 0)

// rows are all answers of TestAgreement by a name that can stand in a path.
func rows(t *testing.T) map[string]row {
	t.Helper()
	all := map[string]row{}
	for _, some := range []map[string]row{contentTypes(), envelopes(), bodies(), statuses(), encodings(), redirects(t), pauses(),
		warnings(), values(), patches()} {
		for name := range some {
			if _, taken := all[name]; taken {
				t.Fatalf("two rows are named %s", name)
			}
		}
		maps.Copy(all, some)
	}
	return all
}

const (
	typeMeta = `"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1"`
	// healthy is a complete answer. $UID stands for the uid of the request.
	healthy = `{` + typeMeta + `,"response":{"uid":"$UID","successful":true,"healthy":true}}`
	// healthyYAML is the same as YAML.
	healthyYAML = "kind: ResourceInterpreterContext\napiVersion: config.karmada.io/v1alpha1\n" +
		"response:\n  uid: $UID\n  successful: true\n  healthy: true\n"
)

// response is an answer with these members of the response beside the uid.
func response(members string) string {
	return `{` + typeMeta + `,"response":{"uid":"$UID",` + members + `}}`
}

// respond answers with a status, headers as name and value, and a body.
func respond(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		writeHead(w, status, header)
		_, _ = io.WriteString(w, fill(body, r))
	}
}

func writeHead(w http.ResponseWriter, status int, header []string) {
	for i := 0; i < len(header); i += 2 {
		w.Header().Add(header[i], header[i+1])
	}
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	if status != http.StatusOK {
		w.WriteHeader(status)
	}
}

// fill puts the uid of the request into the body. A request without a body may have it in the query.
func fill(body string, r *http.Request) string {
	uid := r.URL.Query().Get("uid")
	if uid == "" {
		uid = uidOf(r)
	}
	return strings.ReplaceAll(body, "$UID", uid)
}

func uidOf(r *http.Request) string {
	var call struct {
		Request struct {
			UID string `json:"uid"`
		} `json:"request"`
	}
	_ = json.NewDecoder(r.Body).Decode(&call)
	return call.Request.UID
}

// body answers 200 with JSON.
func body(text string) http.HandlerFunc { return respond(http.StatusOK, text) }

// typed answers the healthy answer with a Content-Type.
func typed(contentType string) http.HandlerFunc {
	return respond(http.StatusOK, healthy, "Content-Type", contentType)
}

// contentTypes: client-go goes by the bytes. Only a type that cannot be parsed fails.
func contentTypes() map[string]row {
	odd := []string{"content-type"}
	return map[string]row{
		"json":                {serve: typed("application/json"), want: accepted},
		"json-upper-case":     {serve: typed("APPLICATION/JSON"), want: accepted},
		"json-utf-8":          {serve: typed("application/json; charset=utf-8"), want: accepted},
		"json-utf-8-quoted":   {serve: typed(`application/json;charset="UTF-8"`), want: accepted},
		"json-semicolon":      {serve: typed("application/json;"), want: accepted},
		"json-latin-1":        {serve: typed("application/json; charset=iso-8859-1"), want: accepted, tolerated: odd},
		"plain-text":          {serve: typed("text/plain; charset=utf-8"), want: accepted, tolerated: odd, reason: "as Karmada's example webhook has it"},
		"html-type":           {serve: typed("text/html"), want: accepted, tolerated: odd},
		"yaml-type":           {serve: typed("application/yaml"), want: accepted, tolerated: odd},
		"protobuf-type":       {serve: typed("application/vnd.kubernetes.protobuf"), want: accepted, tolerated: odd},
		"one-word-type":       {serve: typed("json"), want: accepted, tolerated: odd},
		"first-of-two-types":  {serve: respond(200, healthy, "Content-Type", "application/json", "Content-Type", "a b"), want: accepted},
		"no-type":             {serve: withoutType, want: accepted, tolerated: odd},
		"type-without-value":  {serve: typed("application/json; charset"), want: failed},
		"type-twice-charset":  {serve: typed("application/json; charset=utf-8; charset=latin1"), want: failed},
		"type-slash":          {serve: typed("/"), want: failed},
		"type-two-words":      {serve: typed("application json"), want: failed},
		"yaml":                {serve: respond(200, healthyYAML, "Content-Type", "application/yaml"), want: accepted, tolerated: []string{"content-type", "not-json"}},
		"yaml-as-json":        {serve: body(healthyYAML), want: accepted, tolerated: []string{"not-json"}},
		"protobuf":            {serve: respond(200, "k8s\x00\x0a\x00", "Content-Type", "application/vnd.kubernetes.protobuf"), want: failed},
		"web-page":            {serve: respond(200, "<html><title>Sign in</title></html>", "Content-Type", "text/html"), want: failed},
		"type-of-a-bad-error": {serve: respond(400, `{"kind":"Status","apiVersion":"v1","status":"Failure"}`, "Content-Type", "/"), want: failed},
	}
}

func withoutType(w http.ResponseWriter, r *http.Request) {
	w.Header()["Content-Type"] = nil
	_, _ = io.WriteString(w, fill(healthy, r))
}

// envelopes: apiVersion and kind are defaulted, not overruled.
func envelopes() map[string]row {
	with := func(meta string) http.HandlerFunc {
		return body(`{` + meta + `"response":{"uid":"$UID","successful":true,"healthy":true}}`)
	}
	odd := []string{"no-api-version"}
	return map[string]row{
		"no-type-meta":       {serve: with(``), want: accepted, tolerated: odd, reason: "as Karmada's example webhook has it"},
		"kind-only":          {serve: with(`"kind":"ResourceInterpreterContext",`), want: accepted, tolerated: odd},
		"version-only":       {serve: with(`"apiVersion":"config.karmada.io/v1alpha1",`), want: accepted, tolerated: odd},
		"group-only":         {serve: with(`"apiVersion":"config.karmada.io/","kind":"ResourceInterpreterContext",`), want: accepted, tolerated: odd},
		"slash-version":      {serve: with(`"apiVersion":"/","kind":"ResourceInterpreterContext",`), want: accepted, tolerated: odd},
		"version-no-group":   {serve: with(`"apiVersion":"v1alpha1","kind":"ResourceInterpreterContext",`), want: failed},
		"other-version":      {serve: with(`"apiVersion":"config.karmada.io/v1beta1","kind":"ResourceInterpreterContext",`), want: failed},
		"internal-version":   {serve: with(`"apiVersion":"config.karmada.io/__internal","kind":"ResourceInterpreterContext",`), want: failed},
		"other-group":        {serve: with(`"apiVersion":"admission.k8s.io/v1","kind":"ResourceInterpreterContext",`), want: failed},
		"three-part-version": {serve: with(`"apiVersion":"a/b/c","kind":"ResourceInterpreterContext",`), want: failed},
		"number-version":     {serve: with(`"apiVersion":1,`), want: failed},
		"other-kind":         {serve: with(`"apiVersion":"config.karmada.io/v1alpha1","kind":"ResourceInterpreterWebhookConfiguration",`), want: failed},
		"unknown-kind":       {serve: with(`"apiVersion":"config.karmada.io/v1alpha1","kind":"Review",`), want: failed},
		"lower-case-kind":    {serve: with(`"apiVersion":"config.karmada.io/v1alpha1","kind":"resourceinterpretercontext",`), want: failed},
		"upper-case-member":  {serve: with(`"KIND":"Review",`), want: failed, reason: "the kind is looked for in any case"},
		"status-with-200":    {serve: body(`{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no"}`), want: failed},
		"success-status":     {serve: body(`{"kind":"Status","apiVersion":"v1","status":"Success"}`), want: failed},
		"request-echoed":     {serve: body(`{` + typeMeta + `,"request":{"uid":"$UID"},"response":{"uid":"$UID","successful":true,"healthy":true}}`), want: accepted},
		"no-response":        {serve: body(`{` + typeMeta + `}`), want: failed},
		"null-response":      {serve: body(`{` + typeMeta + `,"response":null}`), want: failed},
		"upper-case-response": {serve: body(`{` + typeMeta + `,"Response":{"uid":"$UID","successful":true,"healthy":true}}`), want: failed,
			reason: "other members have to be spelled as they are"},
		"empty-uid":  {serve: body(strings.Replace(healthy, "$UID", "", 1)), want: failed},
		"other-uid":  {serve: body(strings.Replace(healthy, "$UID", "another", 1)), want: failed},
		"spaced-uid": {serve: body(strings.Replace(healthy, "$UID", " $UID", 1)), want: failed},
		"number-uid": {serve: body(strings.Replace(healthy, `"$UID"`, "1", 1)), want: failed},
		"null-uid":   {serve: body(strings.Replace(healthy, `"$UID"`, "null", 1)), want: failed},
	}
}

// patchOf is an answer with this patch.
func patchOf(patch string) http.HandlerFunc {
	return body(response(`"successful":true,"patchType":"JSONPatch","patch":` + strconv.Quote(base64.StdEncoding.EncodeToString([]byte(patch)))))
}
