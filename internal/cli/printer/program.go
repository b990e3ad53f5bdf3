// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"encoding/json"
	"fmt"
	"io"

	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/result"
	"workload.example.io/interpreter/internal/interpreter"
)

// Result is an answer for programs. Output has the names of Karmada's test files, so it can be copied into a case.
type Result struct {
	Operation  interpreter.Operation `json:"operation"`
	Successful bool                  `json:"successful"`
	Code       int32                 `json:"code,omitempty"`
	Message    string                `json:"message,omitempty"`
	Warnings   []string              `json:"warnings,omitempty"`
	Tolerated  []*client.Fault       `json:"tolerated,omitempty"`
	Patch      json.RawMessage       `json:"patch,omitempty"`
	Output     map[string]any        `json:"output,omitempty"`
}

// NewResult makes the result of a got.
func NewResult(request *interpreter.Request, got *client.Response) (*Result, error) {
	response := got.ResourceInterpreterResponse
	made := &Result{Operation: request.Operation, Successful: response.Successful, Warnings: got.Warnings, Tolerated: got.Tolerated}
	if !response.Successful {
		made.Code, made.Message = response.Status.Code, response.Status.Message
		return made, nil
	}
	var err error
	made.Patch = response.Patch
	made.Output, err = result.Of(request, response)
	return made, err
}

// Write writes a value in the format "json" or "yaml".
func Write(w io.Writer, format string, value any) error {
	switch format {
	case "json":
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(value)
	case "yaml":
		text, err := yaml.Marshal(value)
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	}
	return fmt.Errorf("cannot write format %q: want json or yaml", format)
}
