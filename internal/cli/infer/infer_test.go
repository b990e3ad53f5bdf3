// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/cli/manifest"
	"workload.example.io/interpreter/internal/kinds/described"
)

// define makes the definition of a kind with these schemas of spec and status, in YAML's flow style. %T stands for a pod template.
func define(t *testing.T, spec, status, more string) *Definition {
	t.Helper()
	spec = strings.ReplaceAll(spec, "%T", "{properties: {spec: {properties: {containers: {type: array, items: {properties: {name: {type: string}, image: {type: string}}}}}}}}")
	text := fmt.Sprintf(`{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: {group: example.com, scope: Namespaced,
  names: {kind: Gadget, plural: gadgets}, versions: [{name: v1, storage: true, %s schema: {openAPIV3Schema: {type: object, properties: {
  spec: {type: object, properties: {%s}}, status: {type: object, properties: {%s}}}}}}]}}`, more, spec, status)
	documents, err := manifest.Documents("definition", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	definitions, err := Read(documents, "")
	if err != nil || len(definitions) != 1 {
		t.Fatalf("want one definition, got %d, %v", len(definitions), err)
	}
	return definitions[0]
}

const scale = "subresources: {scale: {specReplicasPath: .spec.size}},"

func TestPropose(t *testing.T) {
	integer, text := "{type: integer}", "{type: string}"
	tests := []struct {
		reason, spec, status, more string
		// section is what is looked at, without comments.
		section string
		want    []string
	}{
		{reason: "the scale subresource says where the replicas are, the schema how many are the default",
			spec: "size: {type: integer, default: 3}, template: %T", more: scale, section: "replicaResource",
			want: []string{"path: spec.size", "default: 3", "template: spec.template"}},
		{reason: "without a scale subresource the well-known name counts", spec: "replicas: {type: integer}", section: "replicaRevision",
			want: []string{"paths: [spec.replicas]"}},
		{reason: "a text is no number of replicas", spec: "replicas: " + text, section: "replicaResource"},
		{reason: "a template of which the schema says nothing is found by its name",
			spec: "replicas: {type: integer}, template: {x-kubernetes-preserve-unknown-fields: true}", section: "replicaResource",
			want: []string{"path: spec.replicas", "default: 1", "template: spec.template"}},
		{reason: "elements of a list are components with their own names and numbers",
			spec:    "groups: {type: array, items: {properties: {name: {type: string}, replicas: {type: integer, default: 2}, template: %T}}}",
			section: "componentResource",
			want: []string{"expression: >-", "object.?spec.?groups.orValue([]).transformList(key, part, {",
				"'name': part.?name.orValue('groups-' + string(key + 1)), 'replicas': part.?replicas.orValue(2), ?'template': part.?template})"}},
		{reason: "members of a map are components named by their keys",
			spec:    "roles: {type: object, additionalProperties: {properties: {replicas: {type: integer}, template: %T}}}",
			section: "componentResource",
			want: []string{"expression: >-", "object.?spec.?roles.orValue({}).transformList(key, part, {",
				"'name': key, 'replicas': part.?replicas.orValue(1), ?'template': part.?template})"}},
		{reason: "fixed templates are components named by their fields",
			spec: "leader: {properties: {template: %T}}, workerSpec: {properties: {replicas: {type: integer}, template: %T}}", section: "componentResource",
			want: []string{"components:", "- name: leader", "when: object.?spec.?leader.?template.hasValue()", `expression: "1"`, "template: spec.leader.template",
				"- name: worker", "when: object.?spec.?workerSpec.?template.hasValue()", "path: spec.workerSpec.replicas", "default: 1", "template: spec.workerSpec.template"}},
		{reason: "what a schedule makes later has no replicas now", spec: "schedule: {type: string}, template: %T", section: "replicaResource"},
		{reason: "integers add up unless their names say that they count nothing; times, texts and phases have their rules",
			status: "ready: " + integer + ", currentRevision: " + integer + ", startTime: {type: string, format: date-time}, message: " + text +
				", phase: {type: string, enum: [Running, Failed]}, ok: {type: boolean}", section: "statusAggregation",
			want: []string{"sum:", "- ready", "min:", "- startTime", "last:", "- currentRevision", "- message", "fields:", "phase: >-",
				"cel.bind(all, statuses.map(s, s.?phase.orValue('')).filter(p, p != ''),", "all.filter(p, p in ['Failed']).first().or(all.last()))"}},
		{reason: "an observed generation that is a text is left to decide", status: "observedGeneration: " + text + ", ready: " + integer, section: "statusAggregation",
			want: []string{"sum:", "- ready"}},
		{reason: "maps of numbers add up by key", status: "byZone: {type: object, additionalProperties: {type: integer}}", section: "statusAggregation",
			want: []string{"fields:", "byZone: >-", "merge(statuses.map(s, s.?byZone)).transformMap(key, _, sum(statuses.map(s, s.?byZone[?key])))"}},
		{reason: "a condition that people are shown tells health", status: "conditions: {type: array, items: {properties: {type: {type: string}, status: {type: string}}}}",
			more: `additionalPrinterColumns: [{jsonPath: '.status.conditions[?(@.type=="Ready")].status'}],`, section: "healthInterpretation",
			want: []string{"expression: >-", "object.status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')"}},
		{reason: "ready replicas are compared with those wanted", spec: "size: " + integer, status: "readyReplicas: " + integer + ", observedGeneration: " + integer,
			more: scale, section: "healthInterpretation",
			want: []string{"expression: >-", "object.status.?observedGeneration == object.metadata.?generation &&",
				"object.status.readyReplicas >= object.?spec.?size.orValue(1)"}},
		{reason: "nothing is said about the health of which nothing is known", status: "count: " + integer, section: "healthInterpretation"},
		{reason: "references are found by their names, outside of pod templates",
			spec:    "tls: {type: array, items: {properties: {secretName: {type: string}}}}, authSecretRef: {properties: {name: {type: string}}}, claimName: {type: string}, template: %T",
			section: "dependencyInterpretation",
			want: []string{"podTemplates:", "- spec.template", "secrets:", "- spec.authSecretRef.name", "- spec.tls[*].secretName",
				"persistentVolumeClaims:", "- spec.claimName"}},
		{reason: "elements that choose a kind name Secrets and ConfigMaps",
			spec:    "valuesFrom: {type: array, items: {properties: {kind: {type: string, enum: [Secret, ConfigMap]}, name: {type: string}}}}",
			section: "dependencyInterpretation",
			want: []string{"expression: >-",
				"object.?spec.?valuesFrom.orValue([]).filter(r, r.?kind.orValue('') in ['Secret', 'ConfigMap'] && r.?name.orValue('') != '').map(r, {",
				"'apiVersion': 'v1', 'kind': r.kind, ?'namespace': object.metadata.?namespace, 'name': r.name})"}},
	}
	for _, test := range tests {
		d := define(t, test.spec, test.status, test.more)
		proposal := Propose(d)
		if diff := cmp.Diff(test.want, linesOf(proposal, test.section)); diff != "" {
			t.Errorf("%s: %s (-want +got)\n%s", test.reason, test.section, diff)
		}
		example := d.Example()
		if _, err := d.Cases(t.Context(), "description", proposal.YAML(), example, d.Member(example)); err != nil {
			t.Errorf("%s: the proposal does not work: %v\n%s", test.reason, err, proposal.YAML())
		}
	}
}

// linesOf returns the lines of a section without indentation and comments.
func linesOf(p *Proposal, name string) (lines []string) {
	for _, section := range p.Sections {
		if section.Name != name {
			continue
		}
		for _, line := range section.Lines {
			for text := range strings.Lines(line.Text) {
				lines = append(lines, strings.TrimSpace(text))
			}
		}
	}
	return lines
}

// TestNothingInSilence holds that each value comes with its reason or with something to decide.
func TestNothingInSilence(t *testing.T) {
	d := define(t, "size: {type: integer}, suspend: {type: boolean}, a: {properties: {template: %T}}, b: {properties: {template: %T}}, secretName: {type: string}",
		"ready: {type: integer}, phase: {type: string}, message: {type: string}, list: {type: array}", scale)
	for _, section := range Propose(d).Sections {
		for _, line := range section.Lines {
			heading := strings.HasSuffix(line.Text, ":")
			if line.Reason == "" && line.Decide == "" && !heading {
				t.Errorf("%s: %q comes without a reason", section.Name, line.Text)
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	tests := []struct{ reason, document, want string }{
		{"an older API", `{"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition", "spec": {"names": {"kind": "Old"}}}`,
			"cannot read the definition of Old: want apiVersion apiextensions.k8s.io/v1, got another"},
		{"no version is stored", `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"group": "g", "names": {"kind": "K"}, "versions": [{"name": "v1"}]}}`,
			"cannot read the definition of K: want group, kind and a version that is stored or has the name, there is v1"},
		{"a wrong type", `{"kind": "CustomResourceDefinition", "spec": {"group": 1}}`, "cannot decode a definition: spec.group: want string, got number"},
	}
	for _, test := range tests {
		_, err := Read([][]byte{[]byte(test.document)}, "")
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: want error %q, got %v", test.reason, test.want, err)
		}
	}
}

// TestOddDefinitions checks that what is proposed for a definition can be used, whatever its fields are called.
func TestOddDefinitions(t *testing.T) {
	tests := map[string]struct{ reason, spec, status, want string }{
		"templates in a list": {"the element is the template", "parts: {type: array, items: %T}", "", "'name': 'parts-' + string(key + 1), 'replicas': 1, 'template': part})"},
		"named templates":     {"of which the schema says nothing", "a: {properties: {jobTemplate: {x-kubernetes-preserve-unknown-fields: true}}}, b: {properties: {jobTemplate: {x-kubernetes-preserve-unknown-fields: true}}}", "", "template: spec.b.jobTemplate.spec.template"},
		"one name twice":      {"names of components are unique", "a: {properties: {main: {properties: {template: %T}}}}, b: {properties: {main: {properties: {template: %T}}}}", "", "name: main-2"},
		"a long name":         {"names of components have at most 32 characters", "a: {properties: {template: %T}}, abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz: {properties: {template: %T}}", "", "name: abcdefghijklmnopqrstuvwxy"},
		"names in YAML":       {"which are no texts there, or no fields in CEL", "x: {type: string}", `"true": {type: string}, "in": {type: integer}, "a.b": {type: integer}, "": {type: string}, ready: {type: integer}`, "fields: [ready]"},
		"hyphens":             {"are no part of a name in CEL", "x: {type: string}", "a-b: {type: object, additionalProperties: {type: integer}}, c-d: {type: array, items: {properties: {type: {type: string}, status: {type: string}}}}", "s[?'a-b'][?key]"},
		"quotes":              {"in values that the schema lists", "x: {type: string}", `phase: {type: string, enum: ["it's an error", "a\\b failed"]}`, `in ['it\'s an error', 'a\\b failed']`},
		"status of a status":  {"its fields cannot be told from a mistake", "x: {type: string}", "status: {type: object, properties: {ready: {type: integer}}}", "- status  # an object"},
		"a negative default":  {"is no number of replicas", "replicas: {type: integer, default: -1}", "", "default: 1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := Propose(define(t, test.spec, test.status, "")).YAML()
			set, err := described.Load(described.Source{Name: "gadget.yaml", Data: text})
			if err == nil {
				err = set.Compile()
			}
			if err != nil || !strings.Contains(string(text), test.want) {
				t.Errorf("%s: got error %v, want none and %s in\n%s", test.reason, err, test.want, text)
			}
		})
	}
}

// TestWithoutStatus checks that a definition without a status gets a description that fits it.
func TestWithoutStatus(t *testing.T) {
	d := define(t, "x: {type: string}", "", "")
	delete(d.Schema.Properties, "status")
	if text := string(Propose(d).YAML()); !strings.Contains(text, "  retention:\n") || !strings.Contains(text, "    paths: []") || strings.Contains(text, "object.?status") {
		t.Errorf("want nothing retained and no status, got\n%s", text)
	}
}
