// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"workload.example.io/interpreter/internal/kinds/described"
)

// gizmos is a CRD, some text before it and behind its kind.
const gizmos = `# installed with
apiVersion: v1
kind: ConfigMap
---
apiVersion: apiextensions.k8s.io/v1
kind: "CustomResourceDefinition" # of gizmos
spec:
  group: example.com
  names: {kind: Gizmo}
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {replicas: {type: integer}, name: {type: string}, list: {type: array, items: {type: string}}}}
            status: {type: object, properties: {ready: {type: integer}, phase: {type: string}, share: {type: number}, parts: {type: object, properties: {a: {type: integer}}}}}
    - name: v2
`

const gizmosJSON = `{"apiVersion": "v1", "kind": "List", "items": [
{"kind": "CustomResourceDefinition", "spec": {"group": "example.com", "names": {"kind": "Gizmo"}, "versions": [{"name": "v1", "schema":
{"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object", "properties": {"replicas": {"type": "integer"}}}}}}}]}}]}`

func TestLoad(t *testing.T) {
	const wrong = head + "  healthInterpretation: object.spec.replcas > 0\n"
	const found = "object.spec has no field replcas; did you mean replicas?"
	source := func(name, text string) described.Source { return described.Source{Name: name, Data: []byte(text)} }
	tests := map[string]struct {
		reason  string
		sources []described.Source
		want    string
	}{
		"apart":         {"the CRD lies beside the description", []described.Source{source("a.yaml", wrong), source("crd.yaml", gizmos)}, "a.yaml:6:36: spec.healthInterpretation: " + found},
		"one file":      {"with the lines of the file", []described.Source{source("a.yaml", gizmos+"---\n"+wrong)}, "a.yaml:25:36: spec.healthInterpretation: " + found},
		"before":        {"the CRD may come last", []described.Source{source("a.yaml", wrong+"---\n"+gizmos)}, "a.yaml:6:36: spec.healthInterpretation: " + found},
		"list":          {"as kubectl get crds -o json writes it", []described.Source{source("a.yaml", wrong), source("crds.json", gizmosJSON)}, "a.yaml:6:36: spec.healthInterpretation: " + found},
		"misspelled":    {"is not taken for something that is installed", []described.Source{source("a.yaml", gizmos+"---\n"+strings.Replace(wrong, "KindDescription", "KindDescripton", 1))}, "a.yaml:21:7: kind: want KindDescription, got something else"},
		"mentioned":     {"a comment makes no CRD", []described.Source{source("a.yaml", "# see the\n# CustomResourceDefinition\n"+wrong)}, ""},
		"below status":  {"paths of fields begin below it", []described.Source{source("a.yaml", head+"  statusAggregation: {sum: [status.ready]}\n")}, "a.yaml:6:29: spec.statusAggregation.sum[0]: want a path below status such as replicas, got one that begins with status; where the status has a field status, the CRD beside the description says so"},
		"equals":        {"one sign does not compare", []described.Source{source("a.yaml", head+"  healthInterpretation: object.status.all(s, s.phase = 'Ready')\n")}, "a.yaml:6:54: spec.healthInterpretation: want ==, got ="},
		"and":           {"an operator of Lua", []described.Source{source("a.yaml", head+"  healthInterpretation: object.a and object.b\n")}, "a.yaml:6:34: spec.healthInterpretation: want &&, got and"},
		"or":            {"within parentheses", []described.Source{source("a.yaml", head+"  healthInterpretation: (object.a or object.b)\n")}, "a.yaml:6:35: spec.healthInterpretation: want ||, got or"},
		"no variable":   {"a variable reads those above it", []described.Source{source("a.yaml", head+"  variables: [{name: a, expression: variables.b}, {name: b, expression: '1'}]\n  healthInterpretation: 'true'\n")}, "a.yaml:6:37: spec.variables[0].expression: want a variable that stands above, got one where none does"},
		"CRDs only":     {"a forgotten description is no success", []described.Source{source("crd.yaml", gizmos)}, "crd.yaml:1:1: want a KindDescription, got CustomResourceDefinitions only"},
		"no schema":     {"there is nothing to check against", []described.Source{source("a.yaml", strings.Replace(wrong, "example.com/v1", "example.com/v2", 1)), source("crd.yaml", gizmos)}, ""},
		"other letters": {"the API server has no such kind", []described.Source{source("a.yaml", strings.Replace(wrong, "kind: Gizmo", "kind: gizmo", 1)), source("crd.yaml", gizmos)}, "a.yaml:5:46: spec.target.kind: no CRD has the kind gizmo; did you mean Gizmo?"},
		"other schema":  {"a version that the CRD does not have", []described.Source{source("a.yaml", strings.Replace(wrong, "example.com/v1", "example.com/v3", 1)), source("crd.yaml", gizmos)}, "a.yaml:5:24: spec.target.apiVersion: the CRD has no version v3; did you mean v1?"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set, err := described.Load(test.sources...)
			if err == nil {
				err = set.Compile()
			}
			if got := text(err); got != test.want {
				t.Errorf("%s:\ngot  %s\nwant %s", test.reason, got, test.want)
			}
		})
	}
}

// TestAgainstCRD checks that what can never be right is found with a CRD, and that what may be right passes.
func TestAgainstCRD(t *testing.T) {
	tests := map[string]struct{ reason, spec, want string }{
		"object as health":   {"an object is no boolean", `healthInterpretation: object.status`, `a.yaml:6:25: spec.healthInterpretation: want bool, got object.status`},
		"object compared":    {"the field was forgotten", `healthInterpretation: object.spec > 3`, `a.yaml:6:37: spec.healthInterpretation: found no matching overload for '_>_' applied to '(object.spec, int)'`},
		"object in and":      {"an object is no boolean", `healthInterpretation: object.spec && true`, `a.yaml:6:31: spec.healthInterpretation: expected type 'bool' but found 'object.spec'`},
		"object as a map":    {"CEL knows it as something else", `healthInterpretation: "'x' in object.spec && object.status == {'a': 1} && size(object.spec) > 1"`, ""},
		"object as a list":   {"components are a list", `componentResource: {expression: object.spec}`, `a.yaml:6:35: spec.componentResource.expression: want list, got object.spec`},
		"number as a list":   {"dependencies are a list", `dependencyInterpretation: {expression: object.spec.replicas}`, `a.yaml:6:42: spec.dependencyInterpretation.expression: want list, got int`},
		"text as a map":      {"requirements are a map", `replicaResource: {path: spec.replicas, requirements: object.spec.name}`, `a.yaml:6:56: spec.replicaResource.requirements: want map or null or optional, got string`},
		"object as the map":  {"requirements may stand in the object", `replicaResource: {path: spec.replicas, requirements: object.spec}`, ""},
		"text for a count":   {"the API server would refuse it", `statusAggregation: {fields: {ready: object.spec.name}}`, `a.yaml:6:39: spec.statusAggregation.fields.ready: want integer, got string`},
		"optional":           {"counts as what it holds", `statusAggregation: {fields: {phase: "object.?spec.?replicas"}}`, `a.yaml:6:39: spec.statusAggregation.fields.phase: want string, got integer`},
		"object for a count": {"a field was forgotten", `statusAggregation: {fields: {ready: object.spec}}`, `a.yaml:6:39: spec.statusAggregation.fields.ready: want integer, got object`},
		"numbers":            {"are alike", `statusAggregation: {fields: {ready: "double(3)", share: "1", phase: "has(object.spec.name) ? object.spec.name : null", parts: "{'a': 1}"}}`, ""},
		"default":            {"of the field's type", `statusAggregation: {min: [{path: ready, default: x}]}`, `a.yaml:6:29: spec.statusAggregation.min[0].default: want integer, got string`},
		"revision":           {"of the field's type", `replicaRevision: {paths: [{path: spec.replicas, expression: "'x'"}]}`, `a.yaml:6:63: spec.replicaRevision.paths[0].expression: want integer, got string`},
		"revision of a list": {"a value for each element", `replicaRevision: {paths: [{path: "spec.list[*].x", expression: "[1]"}]}`, `a.yaml:6:50: spec.replicaRevision.paths[0].path: object.spec.list[*] has no field x`},
		"status of a status": {"there is none", `statusReflection: {fields: [status.ready]}`, `a.yaml:6:31: spec.statusReflection.fields[0]: object.status has no field status; there are parts, phase, ready, share`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set, err := described.Load(described.Source{Name: "a.yaml", Data: []byte(head + "  " + test.spec + "\n")}, described.Source{Name: "crd.yaml", Data: []byte(gizmos)})
			if err == nil {
				err = set.Compile()
			}
			if got := text(err); got != test.want {
				t.Errorf("%s:\ngot  %s\nwant %s", test.reason, got, test.want)
			}
		})
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestOddFiles checks that no entry of a folder is waited for, followed without end or left out in silence.
func TestOddFiles(t *testing.T) {
	tests := map[string]struct {
		reason string
		make   func(folder string) error
		want   string
	}{
		"links that lead back": {"each is followed once at most", func(folder string) error {
			return errors.Join(os.Symlink(".", filepath.Join(folder, "a")), os.Symlink("..", filepath.Join(folder, "sub", "b")))
		}, ""},
		"link to nothing": {"a description that is not there", func(folder string) error {
			return os.Symlink("missing", filepath.Join(folder, "b.yaml"))
		}, "b.yaml: no such file or directory"},
		"pipe": {"nobody may write into it", func(folder string) error {
			return syscall.Mkfifo(filepath.Join(folder, "b.yaml"), 0o600)
		}, "b.yaml: want a regular file, got another kind"},
		"no YAML": {"the wrong folder", func(folder string) error {
			return os.RemoveAll(filepath.Join(folder, "sub"))
		}, ": want .yaml or .yml files in the folder, got none"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			err := errors.Join(os.Mkdir(filepath.Join(folder, "sub"), 0o700), os.WriteFile(filepath.Join(folder, "sub", "a.yaml"), nil, 0o600), test.make(folder))
			if err != nil {
				t.Fatal(err)
			}
			sources, err := described.Files(folder)
			if test.want == "" && len(sources) != 1 || !strings.HasSuffix(text(err), test.want) || test.want == "" && err != nil {
				t.Errorf("%s: got %d files, error %v, want %s", test.reason, len(sources), err, test.want)
			}
		})
	}
}
