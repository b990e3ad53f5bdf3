// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package testcase

import (
	"encoding/json"
	"fmt"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	karmada "github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook/request"

	"workload.example.io/interpreter/internal/cli/recording"
	"workload.example.io/interpreter/internal/cli/result"
)

// fromRecording makes a case that expects what was answered then.
func fromRecording(call *recording.Call) (*Case, error) {
	c := &Case{
		Name:        fmt.Sprintf("%s %s recorded %s", call.Request.Operation, call.Request.Kind.Kind, call.Time.UTC().Format("2006-01-02T15:04:05.000Z")),
		Description: "recorded with contents " + call.Recording,
		Request:     call.Request,
	}
	response, err := call.Response()
	switch {
	case err != nil:
		return nil, err
	case response == nil:
		c.Skip = fmt.Sprintf("the endpoint answered %d then, there is nothing to compare", call.Answer.Status)
		return c, nil
	}
	answer := &configv1alpha1.ResourceInterpreterContext{Response: response}
	if _, err := karmada.VerifyResourceInterpreterContext(call.Request.UID, call.Request.Operation, answer); err != nil {
		c.Skip = "Karmada refused the recorded answer: " + err.Error()
		return c, nil
	}
	if !response.Successful {
		c.Refusal = &Refusal{Code: response.Status.Code}
		if call.Recording == recording.Whole {
			c.Refusal.Message = response.Status.Message
		}
		return c, nil
	}
	values, err := result.Of(call.Request, response)
	if err != nil {
		c.Skip = "the recorded answer cannot be used: " + err.Error()
		return c, nil
	}
	c.Want = map[string]json.RawMessage{}
	for name, value := range values {
		if c.Want[name], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	return c, nil
}
