// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"net/http"
	"strings"
)

// bodies: what is JSON, and what passes for it.
func bodies() map[string]row {
	ignored := []string{"ignored-members"}
	yaml := []string{"not-json"}
	return map[string]row{
		"no-body":           {serve: body(""), want: failed},
		"blank-body":        {serve: body(" \n"), want: failed},
		"null-body":         {serve: body("null"), want: failed},
		"list-body":         {serve: body("[" + healthy + "]"), want: failed},
		"text-body":         {serve: body("ok"), want: failed},
		"half-a-body":       {serve: body(`{"response": {`), want: failed},
		"white-space":       {serve: body("\r\n\t " + healthy + " \n\n"), want: accepted},
		"trailing-data":     {serve: body(healthy + "{}"), want: failed},
		"trailing-zero":     {serve: body(healthy + "\x00"), want: failed},
		"two-documents":     {serve: body(healthyYAML + "---\n" + healthyYAML), want: accepted, tolerated: yaml, reason: "the first counts"},
		"byte-order-mark":   {serve: body("\ufeff" + healthy), want: accepted, tolerated: yaml, reason: "YAML knows the mark"},
		"byte-order-marks":  {serve: body("\ufeff\ufeff" + healthy), want: accepted, tolerated: yaml},
		"utf-16":            {serve: utf16, want: accepted, tolerated: yaml, reason: "YAML knows that too"},
		"comment":           {serve: body("# fine\n" + healthy), want: accepted, tolerated: yaml},
		"comment-inside":    {serve: body(strings.Replace(healthy, "{", "{ # fine\n", 1)), want: failed},
		"trailing-comma":    {serve: body(strings.Replace(healthy, "true}}", "true,}}", 1)), want: failed},
		"single-quotes":     {serve: body(strings.ReplaceAll(healthy, `"`, `'`)), want: failed},
		"invalid-utf-8":     {serve: body(response("\"successful\":true,\"healthy\":true,\"note\":\"\xff\"")), want: accepted, tolerated: ignored},
		"unknown-member":    {serve: body(response(`"successful":true,"healthy":true,"note":"a"`)), want: accepted, tolerated: ignored},
		"misspelled-member": {serve: body(response(`"successful":true,"healthy":true,"Replicas":3`)), want: accepted, tolerated: ignored},
		"twice-the-last":    {serve: body(response(`"successful":true,"healthy":false,"healthy":true`)), want: accepted, tolerated: ignored, reason: "the last counts"},
		"twice-the-first":   {serve: body(response(`"successful":true,"healthy":true,"healthy":false`)), want: accepted, tolerated: ignored},
		"two-responses": {serve: body(`{` + typeMeta + `,"response":{"uid":"$UID","healthy":true},"response":{"successful":true}}`), want: accepted,
			tolerated: ignored, reason: "they are merged"},
		"two-uids":     {serve: body(response(`"uid":"another","successful":true,"healthy":true`)), want: failed},
		"escaped-name": {serve: body(strings.Replace(healthy, `"healthy"`, `"\u0068ealthy"`, 1)), want: accepted},
		"deep-nesting": {serve: body(response(`"successful":true,"healthy":true,"x":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000))), want: accepted, tolerated: ignored},
		"too-deep":     {serve: body(response(`"successful":true,"healthy":true,"x":` + strings.Repeat("[", 11000) + strings.Repeat("]", 11000))), want: failed},
		"large":        {serve: body(healthy + strings.Repeat(" ", 20<<20)), want: accepted, tolerated: []string{"large-answer"}},
	}
}

// utf16 answers in UTF-16 with a byte order mark.
func utf16(w http.ResponseWriter, r *http.Request) {
	encoded := []byte("\xff\xfe")
	for _, letter := range []byte(fill(healthy, r)) {
		encoded = append(encoded, letter, 0)
	}
	_, _ = typedJSON(w).Write(encoded)
}

// values: what each operation has to have, by Karmada's verification.
func values() map[string]row {
	answer := func(operation, members, want string, tolerated ...string) row {
		return row{operation: asOperation(operation), serve: body(response(members)), want: want, tolerated: tolerated}
	}
	rows := map[string]row{
		"refused":                 answer("InterpretHealth", `"successful":false,"status":{"code":400,"message":"no"}`, refused),
		"refused-with-a-value":    answer("InterpretHealth", `"healthy":true,"status":{"code":400}`, refused),
		"refused-empty-status":    answer("InterpretHealth", `"successful":false,"status":{}`, refused),
		"refused-without-status":  answer("InterpretHealth", `"successful":false`, failed),
		"refused-code-text":       answer("InterpretHealth", `"successful":false,"status":{"code":"400"}`, failed),
		"successful-text":         answer("InterpretHealth", `"successful":"true","healthy":true`, failed),
		"successful-and-status":   answer("InterpretHealth", `"successful":true,"healthy":true,"status":{"code":400}`, accepted),
		"unhealthy":               answer("InterpretHealth", `"successful":true,"healthy":false`, accepted),
		"no-health":               answer("InterpretHealth", `"successful":true`, failed),
		"null-health":             answer("InterpretHealth", `"successful":true,"healthy":null`, failed),
		"text-health":             answer("InterpretHealth", `"successful":true,"healthy":"true"`, failed),
		"replicas":                answer("InterpretReplica", `"successful":true,"replicas":3,"replicaRequirements":{"resourceRequest":{"cpu":"0.5"}}`, accepted),
		"no-replicas":             answer("InterpretReplica", `"successful":true,"replicaRequirements":{}`, failed),
		"negative-replicas":       answer("InterpretReplica", `"successful":true,"replicas":-1`, accepted),
		"fractional-replicas":     answer("InterpretReplica", `"successful":true,"replicas":1.5`, failed),
		"whole-fraction-replicas": answer("InterpretReplica", `"successful":true,"replicas":1.0`, failed),
		"large-replicas":          answer("InterpretReplica", `"successful":true,"replicas":2147483648`, failed),
		"text-replicas":           answer("InterpretReplica", `"successful":true,"replicas":"3"`, failed),
		"bad-quantity":            answer("InterpretReplica", `"successful":true,"replicas":3,"replicaRequirements":{"resourceRequest":{"cpu":"much"}}`, failed),
		"status":                  answer("InterpretStatus", `"successful":true,"rawStatus":{"readyReplicas":2}`, accepted),
		"text-status":             answer("InterpretStatus", `"successful":true,"rawStatus":"fine"`, accepted),
		"empty-status":            answer("InterpretStatus", `"successful":true,"rawStatus":{}`, accepted),
		"null-status":             answer("InterpretStatus", `"successful":true,"rawStatus":null`, failed),
		"no-status":               answer("InterpretStatus", `"successful":true`, failed),
		"dependencies":            answer("InterpretDependency", `"successful":true,"dependencies":[{"apiVersion":"v1","kind":"Secret","namespace":"a","name":"b"}]`, accepted),
		"dependencies-twice": answer("InterpretDependency", `"successful":true,"dependencies":[{"apiVersion":"v1","kind":"Secret","name":"b"},`+
			`{"apiVersion":"v1","kind":"Secret","name":"b"}]`, accepted),
		"no-dependencies":     answer("InterpretDependency", `"successful":true`, accepted),
		"dependency-no-kind":  answer("InterpretDependency", `"successful":true,"dependencies":[{"apiVersion":"v1","name":"b"}]`, failed),
		"dependency-no-name":  answer("InterpretDependency", `"successful":true,"dependencies":[{"apiVersion":"v1","kind":"Secret"}]`, failed),
		"dependency-selector": answer("InterpretDependency", `"successful":true,"dependencies":[{"apiVersion":"v1","kind":"Secret","labelSelector":{"matchLabels":{"a":"b"}}}]`, accepted),
		"dependency-bad-selector": answer("InterpretDependency", `"successful":true,"dependencies":[{"apiVersion":"v1","kind":"Secret",`+
			`"labelSelector":{"matchExpressions":[{"key":"a","operator":"Is"}]}}]`, failed),
		"components":           answer("InterpretComponent", `"successful":true,"components":[{"name":"a","replicas":1}]`, accepted),
		"no-components":        answer("InterpretComponent", `"successful":true`, accepted),
		"components-one-name":  answer("InterpretComponent", `"successful":true,"components":[{"name":"a","replicas":1},{"name":"a","replicas":1}]`, accepted, "component-name"),
		"component-long-name":  answer("InterpretComponent", `"successful":true,"components":[{"name":"`+strings.Repeat("a", 33)+`","replicas":1}]`, accepted, "component-name"),
		"component-bad-number": answer("InterpretComponent", `"successful":true,"components":[{"name":"a","replicas":"1"}]`, failed),
	}
	return rows
}

// patches: Karmada verifies the patch and applies it.
func patches() map[string]row {
	revise := asOperation("ReviseReplica")
	raw := func(members, want string) row {
		return row{operation: revise, serve: body(response(`"successful":true` + members)), want: want}
	}
	patch := func(document, want string) row {
		return row{operation: revise, serve: patchOf(document), want: want}
	}
	return map[string]row{
		"patch":              patch(`[{"op":"replace","path":"/spec/replicas","value":2}]`, accepted),
		"patch-adds":         patch(`[{"op":"add","path":"/spec/paused","value":true}]`, accepted),
		"patch-tests":        patch(`[{"op":"test","path":"/spec/replicas","value":3}]`, accepted),
		"patch-test-fails":   patch(`[{"op":"test","path":"/spec/replicas","value":4}]`, failed),
		"patch-of-nothing":   patch(`[{"op":"replace","path":"/spec/none","value":2}]`, failed),
		"patch-removes-none": patch(`[{"op":"remove","path":"/spec/none"}]`, failed),
		"patch-no-parent":    patch(`[{"op":"add","path":"/status/readyReplicas","value":2}]`, failed),
		"patch-unknown-op":   patch(`[{"op":"merge","path":"/spec/replicas","value":2}]`, failed),
		"patch-empty-list":   patch(`[]`, accepted),
		"patch-null":         patch(`null`, accepted),
		"patch-object":       patch(`{"spec":{"replicas":2}}`, failed),
		"patch-not-json":     patch(`[`, failed),
		"patch-takes-kind":   patch(`[{"op":"remove","path":"/kind"}]`, failed),
		"patch-changes-kind": patch(`[{"op":"replace","path":"/kind","value":"Other"}]`, accepted),
		"patch-to-a-list":    patch(`[{"op":"add","path":"","value":[]}]`, failed),
		"no-patch":           raw(``, accepted),
		"patch-type-alone":   raw(`,"patchType":"JSONPatch"`, failed),
		"patch-alone":        raw(`,"patch":"W10="`, failed),
		"patch-type-merge":   raw(`,"patch":"W10=","patchType":"MergePatch"`, failed),
		"patch-type-lower":   raw(`,"patch":"W10=","patchType":"jsonpatch"`, failed),
		"patch-type-empty":   raw(`,"patch":"W10=","patchType":""`, failed),
		"patch-not-base64":   raw(`,"patch":"[]","patchType":"JSONPatch"`, failed),
		"patch-as-json":      raw(`,"patch":[{"op":"test"}],"patchType":"JSONPatch"`, failed),
	}
}
