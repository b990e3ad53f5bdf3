// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package recording saves the calls between Karmada and a webhook as files, one JSON document a call, which package cases
// replays. Contents are saved whole or redacted. A file never holds the path of the URL, which may be a secret, nor any
// header but warnings.
package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/interpreter"
)

// The choices of contents.
const (
	// Redacted replaces what may be private by pseudonyms; see Redactor.
	Redacted = "redacted"
	// Whole saves every byte, Secrets in pod templates and annotations included.
	Whole = "whole"
)

// Call is one recorded call.
type Call struct {
	// Recording is Redacted or Whole. It also marks the file as a recording.
	Recording string    `json:"recording"`
	Time      time.Time `json:"time"`
	// Milliseconds is how long the endpoint took.
	Milliseconds float64              `json:"milliseconds"`
	Request      *interpreter.Request `json:"request"`
	Answer       Answer               `json:"answer"`
}

// Answer is what the endpoint answered.
type Answer struct {
	Status   int      `json:"status"`
	Warnings []string `json:"warnings,omitempty"`
	// RawResponse is the ResourceInterpreterResponse, absent if the endpoint gave none. Its patch is JSON instead of base64,
	// so that people can read it.
	RawResponse json.RawMessage `json:"response,omitempty"`
}

// Parse reads a recording.
func Parse(document []byte) (*Call, error) {
	var call Call
	if err := json.Unmarshal(document, &call); err != nil {
		return nil, fmt.Errorf("cannot read the recording: %w", err)
	}
	if call.Recording != Redacted && call.Recording != Whole || call.Request == nil {
		return nil, errors.New("cannot read the recording: want recording redacted or whole, and a request")
	}
	return &call, nil
}

// Response returns the recorded response, nil if there was none.
func (c *Call) Response() (*configv1alpha1.ResourceInterpreterResponse, error) {
	if c.Answer.RawResponse == nil {
		return nil, nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(c.Answer.RawResponse, &members); err != nil {
		return nil, fmt.Errorf("cannot read the recorded response: %w", err)
	}
	patch := members["patch"]
	delete(members, "patch")
	rest, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	var response configv1alpha1.ResourceInterpreterResponse
	if err := json.Unmarshal(rest, &response); err != nil {
		return nil, fmt.Errorf("cannot read the recorded response: %w", err)
	}
	response.Patch = patch
	return &response, nil
}

// readable is the response as RawResponse has it.
func readable(response *configv1alpha1.ResourceInterpreterResponse) (json.RawMessage, error) {
	document, err := json.Marshal(response)
	if err != nil || !json.Valid(response.Patch) {
		return document, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(document, &members); err != nil {
		return nil, err
	}
	members["patch"] = response.Patch
	return json.Marshal(members)
}

// save writes the call to a new file of the folder and returns its name. Files are for their owner only.
func (c *Call) save(dir string, number int) (string, error) {
	document, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s-%04d-%s.json", c.Time.UTC().Format("20060102T150405"), number, c.Request.Operation)
	return name, os.WriteFile(filepath.Join(dir, name), append(document, '\n'), 0o600)
}
