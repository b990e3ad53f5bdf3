// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"strings"

	"cel.dev/cel-go/common/types/ref"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described/celenv"
)

// Trace tells how an answer came about: one step for each expression that was evaluated and each path that was followed.
type Trace struct {
	Steps []Step `json:"steps"`
	// Error is why there is no answer, empty if there is one.
	Error string `json:"error,omitempty"`
}

// Step is one expression or path.
type Step struct {
	// Field of the description, such as statusAggregation.fields.phase.
	Field string `json:"field"`
	// Gives is the part of the answer that the step gives, such as replicas, components[0].replicas, status.phase, healthy or, for
	// a patch, the path that is written. It is empty for variables and conditions.
	Gives string `json:"gives,omitempty"`
	// Variable is the name of the variable that the step evaluates.
	Variable string `json:"variable,omitempty"`
	// Line and Column are where it stands in the file.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Path or Expression is its text.
	Path       string `json:"path,omitempty"`
	Expression string `json:"expression,omitempty"`
	// Value is what it gave, as JSON; empty if it failed or there is none.
	Value string `json:"value,omitempty"`
	// Cost is what the expression cost of CostLimit.
	Cost uint64 `json:"cost,omitempty"`
	// Error says why it failed.
	Error string `json:"error,omitempty"`
}

// run evaluates an expression with its cost and notes it.
func (t *Trace) run(c *call, e *expression) (ref.Val, error) {
	value, cost, err := e.EvalCost(c.context(), c)
	step := Step{Field: e.field, Gives: gives(e.field, ""), Variable: e.variable, Line: e.text.Start.Line, Column: e.text.Start.Column, Expression: e.text.Value, Cost: cost}
	if err != nil {
		step.Error = err.Error()
	} else if text, err := celenv.Encode(value); err == nil {
		step.Value = string(text)
	}
	t.Steps = append(t.Steps, step)
	return value, err
}

// followed notes what a path led to.
func (c *call) followed(l *location, raw []byte) {
	if c.trace != nil {
		field := strings.TrimPrefix(l.text.Field, "spec.")
		c.trace.Steps = append(c.trace.Steps, Step{
			Field: field, Gives: gives(field, l.text.Value), Line: l.text.Start.Line, Column: l.text.Start.Column, Path: l.text.Value, Value: string(raw),
		})
	}
}

// wrote notes what a field is to have.
func (c *call) wrote(t *target, want []byte) {
	if c.trace != nil {
		c.trace.Steps = append(c.trace.Steps, Step{
			Field: strings.TrimPrefix(t.text.Field, "spec."), Gives: t.path.String(), Line: t.text.Start.Line, Column: t.text.Start.Column, Path: t.path.String(), Value: string(want),
		})
	}
}

// Explain answers the request once more and tells how the answer comes about: which path was followed to what, what each variable and
// expression gave and cost of celenv.CostLimit, and where in the file it stands. It returns nil for a kind that is not
// described and for an operation that it does not support. The steps hold values of the object: they are for the person
// who asks, not for a log.
func Explain(of interpreter.Kind, req *interpreter.Request) *Trace {
	described, ok := of.Interpreter.(interface{ plans() (*kind, error) })
	if !ok {
		return nil
	}
	k, err := described.plans()
	if err != nil || !k.Supports(req.Operation) {
		return nil
	}
	trace := &Trace{}
	switch req.Operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		_, _, err = k.replica.interpret(req, trace)
	case configv1alpha1.InterpreterOperationInterpretComponent:
		_, err = k.component.interpret(req, trace)
	case configv1alpha1.InterpreterOperationReviseReplica:
		_, err = k.revision.revise(req, trace)
	case configv1alpha1.InterpreterOperationRetain:
		_, err = k.retention.retain(req, trace)
	case configv1alpha1.InterpreterOperationInterpretStatus:
		_, err = k.reflection.interpret(req, trace)
	case configv1alpha1.InterpreterOperationAggregateStatus:
		_, _, err = k.aggregation.aggregate(req, trace)
	case configv1alpha1.InterpreterOperationInterpretHealth:
		_, err = k.health.interpret(req, trace)
	case configv1alpha1.InterpreterOperationInterpretDependency:
		_, err = k.dependencies.interpret(req, trace)
	}
	if err != nil {
		trace.Error = err.Error()
	}
	return trace
}

func (k *kind) plans() (*kind, error) { return k, nil }

func (l *lazy) plans() (*kind, error) { return l.compile() }

// gives names the part of the answer that a field of the description gives; the path is that of a field of the status.
func gives(field, path string) string {
	operation, rest, _ := strings.Cut(field, ".")
	switch {
	case strings.HasPrefix(operation, "variables"), strings.HasSuffix(rest, "when"), operation == "replicaRevision", operation == "retention":
		return "" // what a rule gives is noted when it is written
	case operation == "healthInterpretation":
		return "healthy"
	case operation == "dependencyInterpretation":
		return "dependencies"
	case operation == "statusReflection" && path != "":
		return "status." + path
	case operation == "statusReflection", operation == "statusAggregation":
		return "status" + strings.TrimPrefix(strings.TrimPrefix(rest, "fields"), "expression")
	case rest == "expression" && operation == "componentResource":
		return "components"
	}
	at := strings.LastIndexByte(rest, '.') + 1
	switch rest[at:] {
	case "path", "expression":
		return rest[:at] + "replicas"
	case "template", "requirements":
		return rest[:at] + "requirements"
	}
	return ""
}
