// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	apiruntime "k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
)

// answer asks a described kind, with 2 as the replicas, and returns the patch, the message of a refusal or the response.
func answer(t *testing.T, spec, operation, object string, statuses ...string) string {
	t.Helper()
	kind := compile(t, "x.yaml", head+"  "+spec+"\n")
	replicas := int32(2)
	req := &interpreter.Request{UID: "u", Operation: interpreter.Operation(operation), Kind: kind.GroupVersionKind, DesiredReplicas: &replicas}
	req.Object.Raw = []byte(object)
	for i, status := range statuses {
		item := workv1alpha2.AggregatedStatusItem{ClusterName: fmt.Sprintf("member%d", i), Status: &apiruntime.RawExtension{Raw: []byte(status)}}
		req.AggregatedStatus = append(req.AggregatedStatus, item)
	}
	response := interpreter.MustRegistry(kind).Interpret(req)
	switch {
	case !response.Successful:
		return response.Status.Message
	case response.Patch != nil:
		return string(response.Patch)
	}
	response.UID, response.Successful = "", false
	text, err := json.Marshal(response.ResourceInterpreterResponse)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAnswers(t *testing.T) {
	const none = `{"uid":"","successful":false}`
	const elements = `replicaRevision: {paths: ["spec.groups[*].pods.replicas"]}`
	tests := map[string]struct {
		reason, spec, operation, object string
		statuses                        []string
		want                            string
	}{
		"names of a patch": {"slashes and tildes are escaped, parents are made", `replicaRevision: {paths: ["spec['a/b~c'].replicas"]}`, "ReviseReplica",
			`{"spec":{}}`, nil, `[{"op":"add","path":"/spec/a~1b~0c","value":{"replicas":2}}]`},
		"a parent in an element": {"is made where it is absent or null", elements, "ReviseReplica",
			`{"spec":{"groups":[{},{"pods":null},{"pods":{"replicas":2}}]}}`, nil,
			`[{"op":"add","path":"/spec/groups/0/pods","value":{"replicas":2}},{"op":"add","path":"/spec/groups/1/pods","value":{"replicas":2}}]`},
		"null as an element": {"nothing can be added to it", elements, "ReviseReplica", `{"spec":{"groups":[{},null]}}`, nil,
			`cannot decode object.spec.groups[1]: want object, got null`},
		"text in an element": {"nothing can be added to it", elements, "ReviseReplica", `{"spec":{"groups":[{"pods":"x"}]}}`, nil,
			`cannot decode object.spec.groups[0].pods: want object, got string`},
		"no value for an element": {"an empty optional removes the field", `replicaRevision: {paths: [{path: "spec.groups[*].replicas", expression: "object.spec.groups.map(g, g.?max)"}]}`,
			"ReviseReplica", `{"spec":{"groups":[{"replicas":3},{"replicas":3,"max":1},{}]}}`, nil,
			`[{"op":"remove","path":"/spec/groups/0/replicas"},{"op":"add","path":"/spec/groups/1/replicas","value":1}]`},
		"no list": {"nothing to revise", elements, "ReviseReplica", `{"spec":{"groups":null}}`, nil, none},
		"the largest text": {"as it reads, not as JSON, where a quote ends it", `statusAggregation: {max: [version], min: [last]}`, "AggregateStatus", `{"status":{}}`,
			[]string{`{"version":"1 a","last":"\u0061"}`, `{"version":"1","last":"b"}`}, `[{"op":"add","path":"/status/last","value":"\u0061"},{"op":"add","path":"/status/version","value":"1 a"}]`},
		"empty with white space": {"says as little as without", `statusAggregation: {last: [list], first: [map]}`, "AggregateStatus", `{"status":{}}`,
			[]string{`{"list":[1],"map":{ }}`, "{\"list\":[\n],\"map\":{\"a\":1}}"}, `[{"op":"add","path":"/status/map","value":{"a":1}},{"op":"add","path":"/status/list","value":[1]}]`},
		"a member by a name that is made": {"what may be read is there", `statusAggregation: {fields: {ready: "items.map(i, i['sta' + 'tus'].ready)"}}`, "AggregateStatus", `{}`,
			[]string{`{"ready":1}`}, `[{"op":"add","path":"/status","value":{"ready":[1]}}]`},
		"members in a loop over an item": {"what may be read is there", `statusAggregation: {fields: {ready: "items.map(i, i.transformList(k, v, k == 'status', v.ready)[0])"}}`,
			"AggregateStatus", `{}`, []string{`{"ready":1}`}, `[{"op":"add","path":"/status","value":{"ready":[1]}}]`},
		"a name for both": {"with a dot before it a name is that of the variable, whatever a loop calls its elements", `healthInterpretation: "[1].all(object, .object.spec.ready)"`,
			"InterpretHealth", `{"spec":{"ready":true}}`, nil, `{"uid":"","successful":false,"healthy":true}`},
		"a list and its elements": {"may be read by an expression as a whole and by a path with [*]",
			`dependencyInterpretation: {secrets: ["spec.refs[*].name"], expression: "object.spec.refs.size() > 1 ? [] : [{'apiVersion': 'v1', 'kind': 'ConfigMap', 'name': 'few'}]"}`,
			"InterpretDependency", `{"spec":{"refs":[{"name":"a"}]}}`, nil,
			`{"uid":"","successful":false,"dependencies":[{"apiVersion":"v1","kind":"ConfigMap","name":"few"},{"apiVersion":"v1","kind":"Secret","name":"a"}]}`},
		"a text for a list": {"is an error of the path, also where an expression reads all of it",
			`dependencyInterpretation: {secrets: ["spec.refs[*].name"], expression: "object.spec.refs == '' ? [] : []"}`,
			"InterpretDependency", `{"spec":{"refs":"a"}}`, nil, `cannot decode object.spec.refs: want object, got string`},
		"a date as a default": {"a text, as Kubernetes reads YAML", `statusReflection: {fields: [{path: day, default: 2026-01-01}]}`, "InterpretStatus", `{}`, nil,
			`{"uid":"","successful":false,"rawStatus":{"day":"2026-01-01"}}`},
		"one member's conditions": {"do not lose those of the others", `statusAggregation: {conditions: true}`, "AggregateStatus", `{}`,
			[]string{`{"conditions":["x"]}`, `{"conditions":{"type":"A"}}`, `{"conditions":[null,{"type":"A"}]}`}, `[{"op":"add","path":"/status","value":{"conditions":[{"message":"member2=","type":"A"}]}}]`},
		"large numbers": {"are written as Kubernetes does", `statusAggregation: {fields: {n: "statuses.map(s, s.n)"}}`, "AggregateStatus", `{}`,
			[]string{`{"n":-0.0}`, `{"n":1.0}`, `{"n":12345678901234567.0}`, `{"n":18446744073709551616}`, `{"n":1e21}`, `{"n":1.5e-7}`, `{"n":0.25}`},
			`[{"op":"add","path":"/status","value":{"n":[0,1,12345678901234568,18446744073709552000,1e+21,1.5e-07,0.25]}}]`},
		"a negative count": {"is an integer, but not one of those", `replicaResource: {expression: object.n}`, "InterpretReplica", `{"n":-1}`, nil,
			`cannot evaluate replicaResource.expression of kind Gizmo.example.com: want integer from 0 to 2147483647, got another one`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := answer(t, test.spec, test.operation, test.object, test.statuses...); got != test.want {
				t.Errorf("%s:\ngot  %s\nwant %s", test.reason, got, test.want)
			}
		})
	}
}

// TestCompileMistakes checks what is found in an expression without a CRD: fields that nothing reads in a map that it gives, and variables
// that its operation does not have.
func TestCompileMistakes(t *testing.T) {
	tests := map[string]struct{ reason, spec, want string }{
		"component": {"it would have no replicas", `componentResource: {expression: "[{'name': 'a', 'replica': 3}]"}`,
			`x.yaml:6:51: spec.componentResource.expression: unknown field "replica"; did you mean replicas?`},
		"in a loop": {"of groups that count", `componentResource: {expression: "object.groups.filter(g, g.on).map(g, {'name': g.name, ?'replica': g.?replicas})"}`,
			`x.yaml:6:91: spec.componentResource.expression: unknown field "replica"; did you mean replicas?`},
		"requirements of a component": {"they would be none", `componentResource: {expression: "[{'name': 'a', 'requirements': {'resourceRequests': {}}}]"}`,
			`x.yaml:6:68: spec.componentResource.expression: unknown field "resourceRequests"; did you mean resourceRequest?`},
		"requirements": {"in an optional", `replicaResource: {path: a, requirements: "object.?x.optMap(x, {'resourceRequest': x, 'priorityClass': ''})"}`,
			`x.yaml:6:88: spec.replicaResource.requirements: unknown field "priorityClass"; did you mean priorityClassName?`},
		"dependency": {"behind a letter of two bytes", `dependencyInterpretation: {expression: "['ä'].map(x, {'apiVersion': 'v1', 'kind': 'Secret', 'nmespace': x, 'name': x})"}`,
			`x.yaml:6:95: spec.dependencyInterpretation.expression: unknown field "nmespace"; did you mean namespace?`},
		"variable": {"behind letters of two bytes", `healthInterpretation: "'äöü' == 'x' || items.size() > 0"`,
			`x.yaml:6:42: spec.healthInterpretation: items is there in statusAggregation only`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			descriptions, err := described.Parse("x.yaml", []byte(head+"  "+test.spec+"\n"))
			if err == nil {
				_, err = described.Compile(descriptions[0])
			}
			if err == nil || err.Error() != test.want {
				t.Errorf("%s:\ngot  %v\nwant %s", test.reason, err, test.want)
			}
		})
	}
}

// TestRepeated checks that a text of the object that an answer repeats takes no memory for each time.
func TestRepeated(t *testing.T) {
	const items = 10_000
	text := strings.Repeat("n", 512<<10)
	var volumes, names strings.Builder
	for i := range items {
		fmt.Fprintf(&volumes, `{"configMap":{"name":"c%d"}},`, i)
		fmt.Fprintf(&names, `"n%d",`, i)
	}
	object := fmt.Sprintf(`{"metadata":{},"text":%q,"template":{"spec":{"volumes":[%s{}]}},"names":[%s""],"groups":[%s{}],"map":{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}}`,
		text, volumes.String(), names.String(), strings.Repeat("{},", items-1))
	named := strings.Replace(object, `"metadata":{}`, `"metadata":{"namespace":"`+text+`"}`, 1)
	const tooLong = "want texts of at most 4 MiB, got a longer one"
	tests := map[string]struct{ reason, object, spec, operation, want string }{
		"the namespace": {"stands beside each dependency", named, `dependencyInterpretation: {podTemplates: [template]}`, "InterpretDependency",
			"cannot decode object.metadata.namespace: want string of at most 317 bytes, got longer string"},
		"an argument": {"stands beside each dependency", object, `dependencyInterpretation: {expression: "podDependencies(object.template, object.text)"}`, "InterpretDependency",
			"podDependencies: want a namespace of at most 317 bytes, got a longer one"},
		"a dependency": {"is one element of a list", object, `dependencyInterpretation: {expression: "object.names.map(n, {'apiVersion': 'v1', 'kind': 'Secret', 'namespace': object.text, 'name': n})"}`,
			"InterpretDependency", tooLong},
		"a component": {"is one element of a list", object, `componentResource: {expression: "object.names.map(n, {'name': n, 'requirements': {'priorityClassName': object.text}})"}`,
			"InterpretComponent", tooLong},
		"a member":   {"is one of a map", object, `statusReflection: {expression: "object.map.transformMap(k, v, object.text)"}`, "InterpretStatus", tooLong},
		"an element": {"is one operation of a patch", object, `replicaRevision: {paths: [{path: "groups[*].text", expression: "object.groups.map(g, object.text)"}]}`, "ReviseReplica", tooLong},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got := answer(t, test.spec, test.operation, test.object)
			runtime.ReadMemStats(&after)
			if !strings.Contains(got, test.want) {
				t.Errorf("%s: got %.300s, want %s", test.reason, got, test.want)
			}
			if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20 {
				t.Errorf("%s: took %d MiB for an object of %d KiB", test.reason, taken>>20, len(test.object)>>10)
			}
		})
	}
}
