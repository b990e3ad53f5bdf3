// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package result says what an answer amounts to, in the words of Karmada's test files for interpreters: "replica" and
// "requires", "components", "revised", "retained", "aggregatedStatus", "status", "healthy", "dependencies". A patch is
// applied, with the library that Karmada applies it with.
package result

import (
	"encoding/json"
	"errors"
	"fmt"

	jsonpatch "github.com/evanphx/json-patch/v5"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/internal/interpreter"
)

// Of returns the values of a successful answer by name. Values are Karmada's types; objects and statuses are
// json.RawMessage.
func Of(request *interpreter.Request, response *configv1alpha1.ResourceInterpreterResponse) (map[string]any, error) {
	switch request.Operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		return map[string]any{"replica": *response.Replicas, "requires": response.ReplicaRequirements}, nil
	case configv1alpha1.InterpreterOperationInterpretComponent:
		return map[string]any{"components": response.Components}, nil
	case configv1alpha1.InterpreterOperationInterpretStatus:
		return map[string]any{"status": json.RawMessage(response.RawStatus.Raw)}, nil
	case configv1alpha1.InterpreterOperationInterpretHealth:
		return map[string]any{"healthy": *response.Healthy}, nil
	case configv1alpha1.InterpreterOperationInterpretDependency:
		return map[string]any{"dependencies": response.Dependencies}, nil
	}
	name, ok := objects[request.Operation]
	if !ok {
		return nil, fmt.Errorf("cannot determine the result of operation %q", request.Operation)
	}
	object, err := Patched(request.Object.Raw, response.Patch)
	return map[string]any{name: json.RawMessage(object)}, err
}

// objects names the result of the operations that patch the object.
var objects = map[interpreter.Operation]string{
	configv1alpha1.InterpreterOperationReviseReplica:   "revised",
	configv1alpha1.InterpreterOperationRetain:          "retained",
	configv1alpha1.InterpreterOperationAggregateStatus: "aggregatedStatus",
}

// Patched returns the object as the patch leaves it, which must be a Kubernetes object again. Without a patch that is the
// object.
func Patched(object, patch []byte) ([]byte, error) {
	if len(patch) == 0 {
		return object, nil
	}
	operations, err := jsonpatch.DecodePatch(patch)
	if err != nil {
		return nil, errors.New("cannot read the patch: want a JSON Patch of RFC 6902, got something else")
	}
	after, err := operations.Apply(object)
	if err != nil {
		return nil, fmt.Errorf("cannot apply the patch: %w", err)
	}
	if len(operations) > 0 && new(unstructured.Unstructured).UnmarshalJSON(after) != nil {
		return nil, errors.New("cannot use what the patch leaves: want an object with a kind, got something else")
	}
	return after, nil
}
