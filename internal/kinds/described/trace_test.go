// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
)

const traced = head + `  variables:
    - name: wanted
      expression: object.spec.size * 2
  replicaResource:
    expression: variables.wanted
    template: spec.template
  healthInterpretation: object.status.missing > 0
  statusReflection:
    fields: [phase]
  statusAggregation:
    fields:
      phase: statuses[0].phase
`

// TestExplain checks that every step of an answer is told, in its order and with its place in the file.
func TestExplain(t *testing.T) {
	kind := compile(t, "x.yaml", traced)
	object := []byte(`{"metadata":{"name":"x"},"spec":{"size":3,"template":{"spec":{}}},"status":{"phase":"Up"}}`)
	tests := map[string]struct {
		reason    string
		operation interpreter.Operation
		want      *described.Trace
	}{
		"variables come first": {"a variable is evaluated when an expression reads it", "InterpretReplica", &described.Trace{Steps: []described.Step{
			{Field: "variables[0].expression", Variable: "wanted", Expression: "object.spec.size * 2", Value: "6"},
			{Field: "replicaResource.expression", Gives: "replicas", Expression: "variables.wanted", Value: "6"},
			{Field: "replicaResource.template", Gives: "requirements", Path: "spec.template", Value: `{"spec":{}}`},
		}}},
		"missing": {"a field that is not there makes an object unhealthy; the step says why", "InterpretHealth", &described.Trace{Steps: []described.Step{
			{Field: "healthInterpretation", Gives: "healthy", Expression: "object.status.missing > 0", Error: "no such key: missing"},
		}}},
		"a path": {"what it leads to", "InterpretStatus", &described.Trace{Steps: []described.Step{
			{Field: "statusReflection.fields[0]", Gives: "status.phase", Path: "phase", Value: `"Up"`},
		}}},
		"a failure": {"an answer that fails is explained up to there", "AggregateStatus", &described.Trace{
			Steps: []described.Step{{Field: "statusAggregation.fields.phase", Gives: "status.phase", Expression: "statuses[0].phase", Error: "no such element of a list"}},
			Error: "cannot evaluate statusAggregation.fields.phase of kind Gizmo.example.com: no such element of a list"}},
		"not described": {"an operation that Karmada does not ask", "Retain", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			req := &interpreter.Request{UID: "u", Operation: test.operation, Kind: kind.GroupVersionKind}
			req.Object.Raw = object
			got := described.Explain(kind, req)
			if got != nil {
				for i := range got.Steps {
					if step := &got.Steps[i]; step.Line < 5 || step.Column < 1 || step.Expression != "" && step.Value != "" && step.Cost == 0 {
						t.Errorf("step %d has no place or no cost: %+v", i, step)
					}
					got.Steps[i].Line, got.Steps[i].Column, got.Steps[i].Cost = 0, 0, 0
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
		})
	}
}
