// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	jsonpatch "github.com/evanphx/json-patch/v5"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/cli/result"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
)

// State says what came of a input.
type State string

// The states of an answer.
const (
	// Answered means that Karmada gets an answer that it can use.
	Answered State = "answered"
	// Refused means that Karmada gets an error, which an operator sees.
	Refused State = "refused"
	// Unsupported means that Karmada does not ask, because the kind does not implement the operation.
	Unsupported State = "unsupported"
	// Unasked means that the question cannot be put, because an editor holds nothing or has a mistake.
	Unasked State = "unasked"
)

// Answer is the answer to one operation.
type Answer struct {
	Operation interpreter.Operation `json:"operation"`
	State     State                 `json:"state"`
	// Message is the error that the operator would see, or why the question cannot be put.
	Message string `json:"message,omitempty"`
	// Values are the values of package result by name.
	Values map[string]any `json:"values,omitempty"`
	// Text is the answer in YAML.
	Text string `json:"text,omitempty"`
	// Diff shows what a patch changes, line by line as in a unified diff, empty for no change.
	Diff string `json:"diff,omitempty"`
	// Patch has the operations of a patch.
	Patch []Change `json:"patch,omitempty"`
	// Warnings are what Karmada writes to its log beside the answer.
	Warnings []string `json:"warnings,omitempty"`
	// Behind are the paths and expressions of the description that gave the answer, in the order in which they were looked at.
	Behind []described.Step `json:"behind,omitempty"`
	// Microseconds is how long the function took, decoding and encoding included.
	Microseconds int64 `json:"microseconds,omitempty"`
}

// Change is one operation of a JSON Patch and where in the object's editor the field stands.
type Change struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value,omitempty"`
	Place Place           `json:"place"`
}

// ask puts a question to the function. The sources are those of the objects, for the places of problems and changes.
func (c *conversation) ask(ctx context.Context, input client.Input, object source) Answer {
	answer := Answer{Operation: input.Operation, State: Unsupported}
	if !c.supports(input.Operation) {
		return answer
	}
	answer.State = Unasked
	if c.function.registry == nil {
		answer.Message = "cannot ask: the description has a mistake"
		return answer
	}
	request, err := input.Request()
	if err != nil {
		answer.Message = err.Error()
		return answer
	}
	began := time.Now()
	response, err := c.function.client.Ask(ctx, request)
	answer.Microseconds = time.Since(began).Microseconds()
	if err != nil {
		answer.State, answer.Message = Refused, err.Error()
		return answer
	}
	answer.Warnings = response.Warnings
	if !response.Successful {
		answer.State, answer.Message = Refused, response.Status.Message
		return answer
	}
	answer.State = Answered
	if err := answer.fill(request, response.ResourceInterpreterResponse, object); err != nil {
		answer.State, answer.Message = Refused, "Karmada cannot use the answer: "+err.Error()
	}
	return answer
}

// fill shows the response in all the ways that the page needs.
func (a *Answer) fill(request *interpreter.Request, response *configv1alpha1.ResourceInterpreterResponse, object source) (err error) {
	if a.Values, err = result.Of(request, response); err != nil {
		return err
	}
	if len(response.Patch) == 0 {
		text, err := yaml.Marshal(a.Values)
		a.Text = string(text)
		return err
	}
	if a.Patch, err = changes(response.Patch, object); err != nil {
		return err
	}
	after, err := result.Patched(request.Object.Raw, response.Patch)
	if err != nil {
		return err
	}
	a.Diff, err = printer.Style{}.Compare("before", "after", request.Object.Raw, after)
	return err
}

func changes(patch []byte, object source) ([]Change, error) {
	operations, err := jsonpatch.DecodePatch(patch)
	if err != nil {
		return nil, fmt.Errorf("cannot read the patch: %w", err)
	}
	var list []Change
	for _, operation := range operations {
		path, err := operation.Path()
		if err != nil {
			return nil, fmt.Errorf("cannot read the patch: %w", err)
		}
		change := Change{Op: operation.Kind(), Path: path, Place: object.of(pointer(path))}
		if value := operation["value"]; value != nil {
			change.Value = *value
		}
		list = append(list, change)
	}
	return list, nil
}
