// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package testcase

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/uuid"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/cli/result"
	"workload.example.io/interpreter/internal/interpreter"
)

// Run asks the case. It returns what differs, empty if the case passes, and what Karmada's client tolerated in the answer,
// or the *client.Fault that kept the endpoint from answering.
func (c *Case) Run(ctx context.Context, endpoint *client.Client, style printer.Style) (difference string, tolerated []*client.Fault, err error) {
	request := *c.Request
	request.UID = uuid.NewUUID()
	response, err := endpoint.Ask(ctx, &request)
	if err != nil {
		return "", nil, err
	}
	difference, err = c.compare(&request, response, style)
	return difference, response.Tolerated, err
}

func (c *Case) compare(request *interpreter.Request, response *client.Response, style printer.Style) (string, error) {
	if !response.Successful || c.Refusal != nil {
		return c.compareRefusal(response, style)
	}
	values, err := result.Of(request, response.ResourceInterpreterResponse)
	if err != nil {
		return err.Error() + "\n", nil
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.Want)) {
		value, ok := values[name]
		if !ok {
			fmt.Fprintf(&text, "output %q is expected, %s has: %s\n", name, request.Operation, strings.Join(slices.Sorted(maps.Keys(values)), ", "))
			continue
		}
		got, err := json.Marshal(value)
		if err != nil {
			return "", err
		}
		diff, err := compare(name, c.Want[name], got, style)
		if err != nil {
			fmt.Fprintf(&text, "output %q cannot be compared: %v\n", name, err)
		}
		text.WriteString(diff)
	}
	return text.String(), nil
}

func (c *Case) compareRefusal(response *client.Response, style printer.Style) (string, error) {
	var code int32
	var message string
	if status := response.Status; status != nil {
		code, message = status.Code, status.Message
	}
	switch want := c.Refusal; {
	case want == nil:
		return fmt.Sprintf("%s with code %d: %s\n", style.Bad("refused"), code, message), nil
	case response.Successful:
		return fmt.Sprintf("answered, want a refusal with code %d\n", want.Code), nil
	case code != want.Code || want.Message != "" && message != want.Message:
		return fmt.Sprintf("refused with code %d: %s\nwant        code %d: %s\n", code, message, want.Code, want.Message), nil
	}
	return "", nil
}
