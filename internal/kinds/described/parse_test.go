// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// head is what every description begins with, in six lines.
const head = `apiVersion: interpreter.workload.example.io/v1alpha1
kind: KindDescription
metadata: {name: gizmos.example.com}
spec:
  target: {apiVersion: example.com/v1, kind: Gizmo}
`

func TestParseLibrary(t *testing.T) {
	paths, err := filepath.Glob("../../../function/kinds/*/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no descriptions: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := described.Parse(path, data); err != nil {
			t.Error(err)
		}
	}
}

func TestParseMistakes(t *testing.T) {
	tests := map[string]struct{ reason, text, want string }{
		"nothing":         {"a file without a description is a mistake", "# comment\n---\n", `x.yaml:1:1: want a KindDescription, got nothing`},
		"syntax":          {"the line of the YAML library", "a: b\n\tc: d\n", `x.yaml:2:1: want valid YAML: found a tab character that violates indentation`},
		"another kind":    {"a Lua customization is not a description", "apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\nspec: {target: {apiVersion: a/v1, kind: B}, healthInterpretation: 'true'}\n", `x.yaml:2:7: kind: want KindDescription, got something else`},
		"another object":  {"its fields are no mistakes", head + "  healthInterpretation: 'true'\n---\napiVersion: v1\nkind: Pod\nspec: {containers: []}\n", `x.yaml:9:7: kind: want KindDescription, got something else`},
		"a case":          {"of interpret test beside the description", "name: a\noperation: InterpretHealth\n", `x.yaml:1:1: want a KindDescription, got an object without apiVersion, kind and spec`},
		"no head":         {"what was forgotten", "spec: {target: {apiVersion: a/v1, kind: B}, healthInterpretation: 'true'}\n", `x.yaml:1:1: want field apiVersion, got none (and 1 more)`},
		"another version": {"beside what else is wrong", "apiVersion: interpreter.workload.example.io/v1\nkind: KindDescription\nspec: {target: {apiVersion: a/v1, kind: B}, retain: 1}\n", `x.yaml:1:13: apiVersion: want interpreter.workload.example.io/v1alpha1, got something else (and 1 more)`},
		"a list":          {"is no object", "- a\n", `x.yaml:1:1: want object, got list`},
		"unknown":         {"the field that was meant", head + "  replicaResource: {pth: spec.replicas}\n", `x.yaml:6:21: spec.replicaResource: unknown field "pth"; did you mean path?`},
		"all fields":      {"or all there are", head + "  retention: {zzzzzz: 1, paths: [spec.a]}\n", `x.yaml:6:15: spec.retention: unknown field "zzzzzz"; there is paths`},
		"misplaced":       {"a field of another level", head + "healthInterpretation: 'true'\n", `x.yaml:6:1: unknown field "healthInterpretation"; there are apiVersion, kind, metadata, spec`},
		"twice":           {"YAML libraries differ about which one counts", head + "  retention: {paths: [spec.a], paths: [spec.b]}\n", `x.yaml:6:32: spec.retention.paths: the field is given twice`},
		"type":            {"want and got in JSON's words", head + "  retention: {paths: spec.paused}\n", `x.yaml:6:22: spec.retention.paths: want list, got string`},
		"null":            {"an empty field is a slip", head + "  variables:\n", `x.yaml:6:13: spec.variables: want list, got nothing`},
		"empty list":      {"as is an empty list", head + "  replicaRevision: {paths: []}\n", `x.yaml:6:28: spec.replicaRevision.paths: want at least one element, got none`},
		"integer":         {"a default that is text", head + "  replicaResource: {path: spec.a, default: 'x'}\n", `x.yaml:6:44: spec.replicaResource.default: want integer, got string`},
		"alias":           {"an alias could be a bomb", head + "  variables: &a [{name: b, expression: '1'}]\n  retention: *a\n", `x.yaml:7:14: spec.retention: want the value itself, got an alias`},
		"alias within":    {"wherever it stands", head + "  statusAggregation: {sum: &a [x], max: [{path: y, default: {z: [*a]}}]}\n", `x.yaml:6:66: spec.statusAggregation.max[0].default: want the value itself, got an alias`},
		"required":        {"a variable without a value", head + "  variables: [{name: b}]\n  healthInterpretation: 'true'\n", `x.yaml:6:15: spec.variables[0]: want field expression, got none`},
		"no operation":    {"nothing would be answered", head, `x.yaml:5:3: spec: want at least one operation such as replicaResource or healthInterpretation, got none`},
		"both":            {"which one would count?", head + "  replicaResource: {path: spec.a, expression: '1'}\n", `x.yaml:6:20: spec.replicaResource: want path or expression, got both`},
		"neither":         {"nothing would count", head + "  replicaResource: {template: spec.a}\n", `x.yaml:6:20: spec.replicaResource: want path or expression, got neither`},
		"path":            {"the column within the path", head + "  replicaRevision: {paths: ['spec..a']}\n", `x.yaml:6:35: spec.replicaRevision.paths[0]: want the name of a field, got another character`},
		"object":          {"paths begin below the object", head + "  replicaRevision: {paths: [object.spec.a]}\n", `x.yaml:6:29: spec.replicaRevision.paths[0]: want a path below the object such as spec.replicas, got one that begins with object`},
		"wildcard":        {"one value cannot stand in many places", head + "  replicaRevision: {paths: ['spec.a[*].b[*].c']}\n", `x.yaml:6:29: spec.replicaRevision.paths[0]: want a path to a field with at most 1 [*], got another one`},
		"fields twice":    {"two sources of one field", head + "  statusAggregation: {sum: [a.b], max: [a.b]}\n", `x.yaml:6:41: spec.statusAggregation.max[0]: want each field once, got a.b beside a.b`},
		"within":          {"one would be written over the other", head + "  retention: {paths: [spec.a, spec.a.b]}\n", `x.yaml:6:31: spec.retention.paths[1]: want fields apart from each other, got spec.a.b and spec.a`},
		"one mistake":     {"a wrong path is within no other", head + "  retention: {paths: ['spec..a', spec.b]}\n", `x.yaml:6:29: spec.retention.paths[0]: want the name of a field, got another character`},
		"no generation":   {"observedGeneration would never be written", head + "  statusReflection: {fields: [observedGeneration]}\n  statusAggregation: {observedGeneration: true}\n", `x.yaml:7:22: spec.statusAggregation.observedGeneration: want statusReflection with generation: true and observedGeneration among its fields, got one without`},
		"name":            {"Karmada's limit", head + "  componentResource: {components: [{name: '', path: spec.a}]}\n", `x.yaml:6:43: spec.componentResource.components[0].name: want 1 to 32 characters, got another number`},
		"variable":        {"an expression could not read it", head + "  variables: [{name: a-b, expression: '1'}]\n  healthInterpretation: 'true'\n", `x.yaml:6:22: spec.variables[0].name: want letters, digits and underscores, got another character`},
		"group":           {"no API server has it", strings.Replace(head, "example.com/v1", "Example/v1", 1) + "  healthInterpretation: 'true'\n", `x.yaml:5:24: spec.target.apiVersion: want group/version such as apps.example.com/v1, got something else`},
		"version":         {"no API server has it", strings.Replace(head, "example.com/v1", "example.com/V1", 1) + "  healthInterpretation: 'true'\n", `x.yaml:5:24: spec.target.apiVersion: want group/version such as apps.example.com/v1, got something else`},
		"no group":        {"the core group has no slash", strings.Replace(head, "example.com/v1", "/v1", 1) + "  healthInterpretation: 'true'\n", `x.yaml:5:24: spec.target.apiVersion: want group/version such as apps.example.com/v1, got something else`},
		"kind":            {"no API server has it", strings.Replace(head, "Gizmo", "Giz_mo", 1) + "  healthInterpretation: 'true'\n", `x.yaml:5:46: spec.target.kind: want the name of a kind such as CloneSet, got something else`},
		"sum":             {"a count", head + "  statusAggregation: {sum: [{path: a, default: x}]}\n", `x.yaml:6:29: spec.statusAggregation.sum[0].default: want integer from 0 to 2147483647, got another value`},
		"null default":    {"an empty field is a slip", head + "  statusAggregation: {last: [{path: a, default: }]}\n", `x.yaml:6:49: spec.statusAggregation.last[0].default: want a value, got nothing`},
		"several at once": {"one line tells the first and how many follow", head + "  a: 1\n  b: 1\n", `x.yaml:6:3: spec: unknown field "a"; there are target, variables, replicaResource, componentResource, replicaRevision, retention, statusReflection, statusAggregation, healthInterpretation, dependencyInterpretation (and 1 more)`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := described.Parse("x.yaml", []byte(test.text))
			if err == nil || err.Error() != test.want {
				t.Errorf("%s:\ngot  %v\nwant %s", test.reason, err, test.want)
			}
		})
	}
}

// TestPositions checks that an offset in an expression is found in the file in every style of YAML.
func TestPositions(t *testing.T) {
	for style, expression := range map[string]string{
		"plain": " a && HERE", "two lines": " a &&\n      b && HERE", "single": " 'a == '''' && HERE'", "double": ` "a == \"\\n\" && HERE"`,
		"folded": " >-\n      a &&\n      b && HERE", "literal": " |\n      a &&\n        b && HERE\n", "umlaut": " ä('ä') == HERE",
		"commented": " >- # a comment\n      HERE",
	} {
		text := head + "  healthInterpretation:\n    expression:" + expression + "\n"
		descriptions, err := described.Parse("x.yaml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", style, err)
			continue
		}
		got := descriptions[0].Spec.HealthInterpretation.Expression
		at := got.At(strings.Index(got.Value, "HERE"))
		before, _, _ := strings.Cut(text, "HERE")
		line := strings.Count(before, "\n") + 1
		column := len([]rune(before[strings.LastIndex(before, "\n")+1:])) + 1
		if want := (strictyaml.Position{File: "x.yaml", Line: line, Column: column}); at != want {
			t.Errorf("%s: got %+v, want %+v", style, at, want)
		}
	}
}
