// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package render shows an answer to a person: numbers and lists as YAML, a patch as the lines of the object that change.
package render

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/aymanbagabas/go-udiff"
	jsonpatch "github.com/evanphx/json-patch/v5"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"sigs.k8s.io/yaml"
)

// Answer returns the text for the answer to the question about the object, which is JSON. It ends with a newline.
func Answer(operation configv1alpha1.InterpreterOperation, object []byte, response *configv1alpha1.ResourceInterpreterResponse) (string, error) {
	if !response.Successful {
		if response.Status == nil {
			return "refused without a reason\n", nil
		}
		return fmt.Sprintf("refused with code %d: %s\n", response.Status.Code, response.Status.Message), nil
	}
	switch operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		return document(map[string]any{"replicas": response.Replicas, "replicaRequirements": orNone(response.ReplicaRequirements)})
	case configv1alpha1.InterpreterOperationInterpretComponent:
		return document(map[string]any{"components": response.Components})
	case configv1alpha1.InterpreterOperationInterpretStatus:
		return document(map[string]any{"rawStatus": response.RawStatus})
	case configv1alpha1.InterpreterOperationInterpretHealth:
		return document(map[string]any{"healthy": response.Healthy})
	case configv1alpha1.InterpreterOperationInterpretDependency:
		if len(response.Dependencies) == 0 {
			return "dependencies: none\n", nil
		}
		return document(map[string]any{"dependencies": response.Dependencies})
	}
	return patched(object, response.Patch)
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
func patched(object, patch []byte) (string, error) {
	if len(patch) == 0 {
		return "no change\n", nil
	}
	operations, err := jsonpatch.DecodePatch(patch)
	if err != nil {
		return "", fmt.Errorf("cannot decode the patch: %w", err)
	}
	after, err := operations.Apply(object)
	if err != nil {
		return "", fmt.Errorf("cannot apply the patch: %w", err)
	}
	before, err := normalized(object)
	if err != nil {
		return "", err
	}
	changed, err := normalized(after)
	if err != nil {
		return "", err
	}
	return udiff.Unified("before", "after", before, changed), nil
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
