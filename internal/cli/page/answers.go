// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"slices"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/described/celenv"
)

// Answers is what the page shows for its contents.
type Answers struct {
	// Kind names what the object is, such as "Workload" and "workload.example.io/v1alpha1".
	Kind       string `json:"kind"`
	APIVersion string `json:"apiVersion"`
	// Problems are the mistakes in the editors.
	Problems []Problem `json:"problems"`
	// Answers has one answer for each operation, in the order of Karmada's API.
	Answers []Answer `json:"answers"`
	// CostLimit is what an expression may cost.
	CostLimit int `json:"costLimit"`
	// Rollout is what becomes of the object in the members.
	Rollout Rollout `json:"rollout"`
}

// conversation is what is needed to answer for one set of contents.
type conversation struct {
	function    *function
	kind        interpreter.Kind
	supported   []interpreter.Operation
	description places
	object      source
	member      source
	statuses    []source
	problems    []Problem
}

// operations that are asked about the object as a person applied it, and about the one in a member.
var (
	ofTemplate = []interpreter.Operation{
		configv1alpha1.InterpreterOperationInterpretReplica,
		configv1alpha1.InterpreterOperationInterpretComponent,
		configv1alpha1.InterpreterOperationInterpretDependency,
		configv1alpha1.InterpreterOperationReviseReplica,
		configv1alpha1.InterpreterOperationRetain,
	}
	ofMember = []interpreter.Operation{
		configv1alpha1.InterpreterOperationInterpretStatus,
		configv1alpha1.InterpreterOperationInterpretHealth,
	}
)

// Answer answers everything that the page asks about the contents. It asks the function's own handler.
func (p *Page) Answer(ctx context.Context, contents Contents) Answers {
	c := p.converse(contents)
	head := headOf(c.object.json)
	answers := map[interpreter.Operation]Answer{}
	for _, operation := range ofTemplate {
		input := client.Input{Operation: operation, Object: c.object.json, Replicas: contents.Replicas}
		if operation == configv1alpha1.InterpreterOperationRetain {
			input.Observed = c.member.json
		}
		answers[operation] = c.one(ctx, input, c.object)
	}
	for _, operation := range ofMember {
		answers[operation] = c.one(ctx, client.Input{Operation: operation, Object: c.member.json}, c.member)
	}
	rollout, aggregated := c.rollout(ctx, contents.Members, answers[configv1alpha1.InterpreterOperationInterpretReplica])
	answers[configv1alpha1.InterpreterOperationAggregateStatus] = aggregated
	all := Answers{Kind: head.Kind, APIVersion: head.APIVersion, Problems: c.problems, CostLimit: celenv.CostLimit, Rollout: rollout}
	for _, operation := range interpreter.Operations() {
		all.Answers = append(all.Answers, answers[operation])
	}
	return all
}

// converse reads the editors.
func (p *Page) converse(contents Contents) *conversation {
	c := &conversation{problems: []Problem{}}
	c.object = c.read("object", contents.Object)
	c.member = c.read("member", contents.Member)
	for i, member := range contents.Members {
		c.statuses = append(c.statuses, c.read(editor(i), member.Status))
	}
	c.function = p.function(contents.Description)
	c.problems = append(c.problems, c.function.problems...)
	c.description = placesIn(contents.Description)
	c.kind, c.supported = supported(c.function.registry, c.object.json)
	return c
}

func (c *conversation) read(editor, text string) source {
	s, problem := read(editor, text)
	if problem != nil {
		c.problems = append(c.problems, *problem)
	}
	return s
}

// one asks and marks what the answer complains about in the editors.
func (c *conversation) one(ctx context.Context, input client.Input, object source) Answer {
	if c.supports(input.Operation) && missing(input) {
		return Answer{Operation: input.Operation, State: Unasked, Message: "cannot ask: the editor of the object is empty or has a mistake"}
	}
	answer := c.ask(ctx, input, object)
	answer.Behind = c.explain(input)
	if answer.State == Refused {
		c.mark(answer.Message, object)
	}
	return answer
}

// explain returns the paths and expressions behind an answer of a described kind.
func (c *conversation) explain(input client.Input) []described.Step {
	if !c.function.described || !c.supports(input.Operation) {
		return nil
	}
	request, err := input.Request()
	if err != nil {
		return nil
	}
	trace := described.Explain(c.kind, request)
	if trace == nil {
		return nil
	}
	return trace.Steps
}

func missing(input client.Input) bool {
	return input.Object == nil || input.Operation == configv1alpha1.InterpreterOperationRetain && input.Observed == nil
}

// mark adds a problem at the field that a refusal mentions: one of the description or one of an object.
func (c *conversation) mark(message string, object source) {
	if field := evaluated(message); field != nil && c.function.described {
		c.note(source{editor: "description", places: c.description}, field, message)
		return
	}
	root, steps := mentioned(message)
	if root == "" {
		return
	}
	if root == "observedObject" {
		object = c.member
	}
	c.note(object, steps, message)
}

// note adds a problem at a place of an editor, once.
func (c *conversation) note(where source, steps []string, message string) {
	place := where.of(steps)
	problem := Problem{Editor: where.editor, Line: place.Line, Column: place.Column, Message: message}
	if !slices.Contains(c.problems, problem) {
		c.problems = append(c.problems, problem)
	}
}

func (c *conversation) supports(operation interpreter.Operation) bool {
	return slices.Contains(c.supported, operation)
}

// supported returns the kind of the object and its operations. For an object of no known kind that is every operation, so
// that the function's own refusal is shown.
func supported(registry *interpreter.Registry, object []byte) (interpreter.Kind, []interpreter.Operation) {
	if registry != nil {
		head := headOf(object)
		gvk := head.GroupVersionKind()
		for _, kind := range registry.Kinds() {
			if kind.Group == gvk.Group && kind.Kind == gvk.Kind {
				return kind, kind.Operations()
			}
		}
	}
	return interpreter.Kind{}, interpreter.Operations()
}
