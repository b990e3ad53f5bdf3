// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/client-go/rest"
)

// askKarmada asks with Karmada's client, whose warnings client-go would log.
func askKarmada(t *testing.T, karmada *Client, operation configv1alpha1.InterpreterOperation) outcome {
	t.Helper()
	var logged bytes.Buffer
	rest.SetDefaultWarningHandler(rest.NewWarningWriter(&logged, rest.WarningWriterOptions{}))
	defer rest.SetDefaultWarningHandler(rest.WarningLogger{})
	value, err := karmada.Ask(t.Context(), Input{Operation: operation, Object: object(t, `"spec":{"replicas":3}`), Replicas: 2})
	o := outcome{verdict: accepted, value: value}
	if err != nil {
		o = outcome{verdict: failed}
		if strings.Contains(err.Error(), "webhook call failed, get status code: ") {
			o.verdict = refused
		}
	}
	for line := range strings.Lines(logged.String()) {
		o.warnings = append(o.warnings, strings.TrimPrefix(strings.TrimSpace(line), "Warning: "))
	}
	return o
}

const timeoutSeconds = 2

// verdicts are what the exit codes of interpret ask say about an answer.
var verdicts = map[int]string{0: accepted, 1: refused, 3: failed}

// askInterpret asks with interpret and returns as well what it tolerates.
func askInterpret(t *testing.T, interpret, url string, operation configv1alpha1.InterpreterOperation) (o outcome, tolerated []string) {
	t.Helper()
	command := exec.Command(interpret, "ask", "--url", url, "--ca-file", "ca.pem", "--timeout", "2s", "-o", "json",
		"--operation", string(operation), "--desired-file", "object.json", "--desired-replica", "2")
	command.Dir = filepath.Dir(interpret)
	output, err := command.Output()
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	}
	o.verdict = verdicts[code]
	if len(output) == 0 {
		return o, nil
	}
	var shown struct {
		Warnings  []string
		Tolerated []struct{ Name string }
		Output    map[string]json.RawMessage
	}
	if err := json.Unmarshal(output, &shown); err != nil {
		t.Fatalf("%v in %s", err, output)
	}
	for _, fault := range shown.Tolerated {
		tolerated = append(tolerated, fault.Name)
	}
	o.warnings, o.value = shown.Warnings, valueOf(shown.Output)
	return o, tolerated
}

// valueOf returns the output of interpret as Client.Ask has it.
func valueOf(output map[string]json.RawMessage) string {
	if replicas, ok := output["replica"]; ok {
		return `{"replicas":` + string(replicas) + `,"replicaRequirements":` + string(output["requires"]) + `}`
	}
	for _, value := range output {
		return string(value)
	}
	return ""
}
