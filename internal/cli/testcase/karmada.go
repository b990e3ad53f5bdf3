// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package testcase

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/cli/client"
)

// karmadaCase is a case as Karmada's test files write it. Its members are read strictly, because a misspelled one would
// silently change the request; the items of statusItems are not, because Karmada's own files have some to spare.
type karmadaCase struct {
	Name          string                     `json:"name"`
	Description   string                     `json:"description"`
	DesiredObj    json.RawMessage            `json:"desiredObj"`
	ObservedObj   json.RawMessage            `json:"observedObj"`
	StatusItems   json.RawMessage            `json:"statusItems"`
	InputReplicas int64                      `json:"inputReplicas"`
	Operation     string                     `json:"operation"`
	Filepath      string                     `json:"filepath"`
	Output        map[string]json.RawMessage `json:"output"`
}

func fromKarmada(document []byte) (*Case, error) {
	var k karmadaCase
	if err := strict(document, &k); err != nil {
		if strings.Contains(err.Error(), "unknown field") {
			err = fmt.Errorf("%w; a case has name, description, operation, desiredObj, observedObj, statusItems, inputReplicas and output", err)
		}
		return nil, err
	}
	input, err := k.input()
	if err != nil {
		return nil, fmt.Errorf("case %q: %w", k.Name, err)
	}
	request, err := input.Request()
	if err != nil {
		return nil, fmt.Errorf("case %q: %w", k.Name, err)
	}
	return &Case{Name: k.Name, Description: k.Description, Request: request, Want: k.Output}, nil
}

// input follows the rules by which Karmada's tests choose the object of an operation.
func (k *karmadaCase) input() (in client.Input, err error) {
	if k.InputReplicas < 0 || k.InputReplicas > math.MaxInt32 {
		return in, fmt.Errorf("cannot use inputReplicas: want 0 to %d, got %d", math.MaxInt32, k.InputReplicas)
	}
	in.Replicas = int32(k.InputReplicas)
	if len(k.StatusItems) > 0 {
		if err := json.Unmarshal(k.StatusItems, &in.Statuses); err != nil {
			return in, errors.New("cannot use statusItems: want a list of AggregatedStatusItem, got something else")
		}
	}
	if in.Operation, err = client.Operation(k.Operation); err != nil {
		return in, err
	}
	desired, observed := len(k.DesiredObj) > 0, len(k.ObservedObj) > 0
	switch {
	case in.Operation == configv1alpha1.InterpreterOperationRetain:
		if !desired || !observed {
			return in, errors.New("cannot ask Retain: want desiredObj and observedObj")
		}
		in.Object, in.Observed = k.DesiredObj, k.ObservedObj
	case desired == observed:
		return in, fmt.Errorf("cannot ask %s: want either desiredObj or observedObj", in.Operation)
	case desired:
		in.Object = k.DesiredObj
	default:
		in.Object = k.ObservedObj
	}
	return in, nil
}
