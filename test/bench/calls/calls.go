// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package calls holds the questions of the comparison: calls that were recorded from Karmada, and others of any size.
package calls

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"golang.org/x/tools/txtar"
)

// Call is one question as Karmada sends it.
type Call struct {
	Name      string
	Operation configv1alpha1.InterpreterOperation
	Body      []byte
	Request   *configv1alpha1.ResourceInterpreterRequest
}

// Operations lists the operations in the order in which they are shown.
var Operations = []configv1alpha1.InterpreterOperation{
	configv1alpha1.InterpreterOperationInterpretReplica,
	configv1alpha1.InterpreterOperationInterpretComponent,
	configv1alpha1.InterpreterOperationReviseReplica,
	configv1alpha1.InterpreterOperationRetain,
	configv1alpha1.InterpreterOperationAggregateStatus,
	configv1alpha1.InterpreterOperationInterpretStatus,
	configv1alpha1.InterpreterOperationInterpretHealth,
	configv1alpha1.InterpreterOperationInterpretDependency,
}

// New reads a body.
func New(name string, body []byte) (Call, error) {
	var compact bytes.Buffer
	var envelope configv1alpha1.ResourceInterpreterContext
	if err := json.Compact(&compact, body); err != nil {
		return Call{}, fmt.Errorf("cannot read the call %s: %w", name, err)
	}
	if err := json.Unmarshal(compact.Bytes(), &envelope); err != nil {
		return Call{}, fmt.Errorf("cannot read the call %s: %w", name, err)
	}
	if envelope.Request == nil {
		return Call{}, fmt.Errorf("cannot read the call %s: want a request, got none", name)
	}
	return Call{Name: name, Operation: envelope.Request.Operation, Body: compact.Bytes(), Request: envelope.Request}, nil
}

// Recorded reads every recorded call of the repository that lies in the folder root.
func Recorded(root string) ([]Call, error) {
	pattern := filepath.Join(root, "function", "testdata", "calls", "*.txtar")
	paths, err := filepath.Glob(pattern)
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("cannot find recorded calls in %s: run this in test/bench", pattern)
	}
	var all []Call
	for _, path := range paths {
		var archive *txtar.Archive
		if archive, err = txtar.ParseFile(path); err != nil {
			break
		}
		for _, file := range archive.Files {
			if file.Name != "request.json" {
				continue
			}
			var call Call
			if call, err = New(strings.TrimSuffix(filepath.Base(path), ".txtar"), file.Data); err == nil {
				all = append(all, call)
			}
		}
	}
	return all, err
}

// Of returns the calls of one operation.
func Of(all []Call, operation configv1alpha1.InterpreterOperation) []Call {
	var some []Call
	for _, call := range all {
		if call.Operation == operation {
			some = append(some, call)
		}
	}
	return some
}

// Mix returns an even mix: the operations in turn, each with its calls in turn.
func Mix(all []Call) []Call {
	most := 0
	for _, operation := range Operations {
		most = max(most, len(Of(all, operation)))
	}
	var mix []Call
	for i := range most {
		for _, operation := range Operations {
			if some := Of(all, operation); len(some) > 0 {
				mix = append(mix, some[i%len(some)])
			}
		}
	}
	return mix
}
