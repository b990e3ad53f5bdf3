// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/interpreter"
)

// Failure says why an expression could not be evaluated, without a value of the object.
type Failure struct {
	Message string
	// Missing means that a field, a key or an element that is read is not there.
	Missing bool
}

func (f *Failure) Error() string { return f.Message }

// explain turns an error of CEL, which may quote the object, into a Failure.
func (e *Expression) explain(err error) error {
	if err == nil {
		return nil
	}
	var known *Failure
	var own refusal
	var canceled interpreter.EvalCancelledError
	switch text := err.Error(); {
	case errors.As(err, &known):
		return known
	case errors.As(err, &own):
		return &Failure{Message: own.Error()}
	case errors.As(err, &canceled) && canceled.Cause == interpreter.CostLimitExceeded:
		return &Failure{Message: "want a cost of at most " + strconv.Itoa(CostLimit) + ", got more"}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, interpreter.InterruptError{}):
		return &Failure{Message: "want an answer within " + TimeLimit.String() + ", got none"}
	case strings.HasPrefix(text, "no such key: "):
		return &Failure{Missing: true, Message: "no such key" + e.named(strings.TrimPrefix(text, "no such key: "))}
	case strings.HasPrefix(text, "no such attribute"):
		return &Failure{Missing: true, Message: "no such field"}
	case strings.HasPrefix(text, "index out of bounds"), strings.HasPrefix(text, "invalid_argument: index"):
		return &Failure{Missing: true, Message: "no such element of a list"}
	case strings.HasPrefix(text, "optional.none() dereference"):
		return &Failure{Missing: true, Message: "value() of an empty optional"}
	case strings.HasPrefix(text, "no such overload"):
		return &Failure{Message: "a value is of another type than wanted" + e.in(err)}
	}
	for _, safe := range []string{"division by zero", "modulus by zero", "integer overflow", "unsigned integer overflow", "return error for overflow"} {
		if strings.Contains(err.Error(), safe) {
			return &Failure{Message: safe}
		}
	}
	return &Failure{Message: "a value cannot be used" + e.in(err)}
}

// named shows a key if it stands in the expression, and so is not a value of the object.
func (e *Expression) named(key string) string {
	if key == "" || !strings.Contains(e.checked.Source().Content(), key) {
		return ""
	}
	return ": " + key
}

// in names the function that failed.
func (e *Expression) in(err error) string {
	var failed *types.Err
	if !errors.As(err, &failed) {
		return ""
	}
	name := strings.Trim(e.function(failed.NodeID()), "@_")
	if name == "" {
		return ""
	}
	return " by " + name
}
