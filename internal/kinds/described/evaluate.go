// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"errors"
	"fmt"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"workload.example.io/interpreter/internal/kinds/described/celenv"
)

// run evaluates an expression; an error is a *celenv.Failure.
func (c *call) run(e *expression) (ref.Val, error) {
	if c.trace != nil {
		return c.trace.run(c, e)
	}
	return e.Eval(c.context, c)
}

// eval evaluates the expression of a field; an error names kind and field. nil stands for null and an empty optional.
func (c *call) eval(e *expression) (ref.Val, error) {
	value, err := c.run(e)
	if err != nil {
		return nil, c.explain(e, err)
	}
	return celenv.Present(value), nil
}

func (c *call) explain(e *expression, err error) error {
	return fmt.Errorf("cannot evaluate %s of kind %s: %w", e.field, c.kind, err)
}

// want is the error of an expression whose result is of another type.
func (c *call) want(e *expression, want string, got ref.Val) error {
	return c.explain(e, fmt.Errorf("want %s, got %s", want, celenv.KindOf(got)))
}

// boolean evaluates a condition; without one it is true. It is false if a field that it reads is not there.
func (c *call) boolean(e *expression) (bool, error) {
	if e == nil {
		return true, nil
	}
	value, err := c.eval(e)
	var failure *celenv.Failure
	switch {
	case errors.As(err, &failure) && failure.Missing:
		return false, nil
	case err != nil:
		return false, err
	}
	result, ok := value.(types.Bool)
	if !ok {
		return false, c.want(e, "boolean", value)
	}
	return bool(result), nil
}

// raw evaluates an expression to JSON, nil for null and an empty optional.
func (c *call) raw(e *expression) ([]byte, error) {
	value, err := c.eval(e)
	if err != nil {
		return nil, err
	}
	return c.encode(e, value)
}

// encode writes a value that an expression gave as JSON, nil for no value. All that a call writes is bounded together: a text of
// the object may stand in each element of a list.
func (c *call) encode(e *expression, value ref.Val) ([]byte, error) {
	if value == nil {
		return nil, nil
	}
	text, err := celenv.Encode(value)
	if c.written += len(text); err == nil && c.written > celenv.MaxText {
		err = celenv.ErrText
	}
	if err != nil {
		return nil, c.explain(e, err)
	}
	return text, nil
}

// list evaluates an expression to a list and calls read with each element as JSON and with its place, without those that are
// null or an empty optional.
func (c *call) list(e *expression, read func(raw []byte, place string) error) error {
	value, err := c.eval(e)
	if err != nil {
		return err
	}
	list, ok := value.(traits.Lister)
	if !ok {
		return c.want(e, "list", value)
	}
	n := 0
	for it := list.Iterator(); it.HasNext() == types.True; {
		element := celenv.Present(it.Next())
		if element == nil {
			continue
		}
		raw, err := c.encode(e, element)
		if err != nil {
			return err
		}
		if err := read(raw, fmt.Sprintf("%s[%d]", e.field, n)); err != nil {
			return err
		}
		n++
	}
	return nil
}
