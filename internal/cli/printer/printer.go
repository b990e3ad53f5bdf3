// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package printer shows an answer to a person: numbers as YAML, lists as tables, a patch as the lines of the object that
// change. For programs it writes the same answer as JSON or YAML.
package printer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/result"
	"workload.example.io/interpreter/internal/interpreter"
)

// Answer returns the text for the response to the request, whose object is JSON. It ends with a newline.
func (s Style) Answer(request *interpreter.Request, got *client.Response) (string, error) {
	text, err := s.answer(request, got.ResourceInterpreterResponse)
	if err != nil {
		return "", err
	}
	var warnings strings.Builder
	for _, warning := range got.Warnings {
		warnings.WriteString(s.Warn("warning: ") + warning + "\n")
	}
	warnings.WriteString(s.Tolerated(got.Tolerated))
	return text + warnings.String(), nil
}

// Tolerated shows what Karmada's client accepts although it should not have to, one line each.
func (s Style) Tolerated(faults []*client.Fault) string {
	var text strings.Builder
	for _, fault := range faults {
		fmt.Fprintf(&text, "%s%s (%s)\n  next: %s\n", s.Warn("tolerated: "), fault.Cause, fault.Name, fault.Next)
	}
	return text.String()
}

func (s Style) answer(request *interpreter.Request, response *configv1alpha1.ResourceInterpreterResponse) (string, error) {
	if !response.Successful {
		return fmt.Sprintf("%s with code %d: %s\n", s.Bad("refused"), response.Status.Code, response.Status.Message), nil
	}
	switch request.Operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		return document(map[string]any{"replicas": response.Replicas, "replicaRequirements": orNone(response.ReplicaRequirements)})
	case configv1alpha1.InterpreterOperationInterpretComponent:
		return components(response.Components), nil
	case configv1alpha1.InterpreterOperationInterpretStatus:
		return document(map[string]any{"rawStatus": response.RawStatus})
	case configv1alpha1.InterpreterOperationInterpretHealth:
		return document(map[string]any{"healthy": response.Healthy})
	case configv1alpha1.InterpreterOperationInterpretDependency:
		return dependencies(response.Dependencies), nil
	}
	return s.patched(request.Object.Raw, response.Patch)
}

func orNone[T any](value *T) any {
	if value == nil {
		return "none"
	}
	return value
}

func document(value any) (string, error) {
	text, err := yaml.Marshal(value)
	return string(text), err
}

// patched shows the object before and after the patch as a unified diff of its YAML.
func (s Style) patched(object, patch []byte) (string, error) {
	if len(patch) == 0 {
		return "no change\n", nil
	}
	after, err := result.Patched(object, patch)
	if err != nil {
		return "", err
	}
	diff, err := s.Compare("before", "after", object, after)
	if diff == "" {
		diff = "no change, although there is a patch\n"
	}
	return diff, err
}

// Compare shows two JSON documents as a unified diff of their YAML, empty if they say the same.
func (s Style) Compare(oldName, newName string, before, after []byte) (string, error) {
	old, err := normalized(before)
	if err != nil {
		return "", err
	}
	changed, err := normalized(after)
	if err != nil {
		return "", err
	}
	return s.Diff(udiff.Unified(oldName, newName, old, changed)), nil
}

// normalized writes JSON as YAML with sorted keys; numbers keep their form.
func normalized(object []byte) (string, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return "", fmt.Errorf("cannot read the object: %w", err)
	}
	return document(value)
}
