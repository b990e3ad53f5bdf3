// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"context"
	"errors"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/celenv"
	"workload.example.io/interpreter/internal/kinds/described/document"
)

// plan is what an operation reads.
type plan struct {
	kind, operation          string
	object, observed, status document.Shape
	variables                []*variable
	slots                    int // of variables
	names                    map[string]int
}

func (c *compiler) plan(operation string) *plan {
	p := &plan{kind: c.kind, operation: operation, slots: len(c.names), names: map[string]int{}}
	for i, name := range c.names {
		p.names[variablesRoot+name] = i
	}
	return p
}

// seal completes the plan.
func (p *plan) seal() {
	p.object.Seal()
	p.observed.Seal()
	p.status.Seal()
}

// call is the evaluation of one request. It is the activation of its expressions.
type call struct {
	*plan
	object, observed document.Document
	held             document.Held
	members          []memberStatus
	items, statuses  ref.Val
	replicas         int64
	values           []ref.Val
	ctx              context.Context
	cancel           context.CancelFunc
	written          int // bytes of JSON that expressions gave
	trace            *Trace
}

// start decodes the object of the request.
func (p *plan) start(req *interpreter.Request, trace *Trace) (*call, error) {
	c := &call{plan: p, trace: trace}
	c.object.Held, c.observed.Held = &c.held, &c.held
	if err := decode(&p.object, &c.object, req.Object.Raw, rootObject); err != nil {
		return nil, err
	}
	return c, nil
}

// decode reads an object, which must be there.
func decode(shape *document.Shape, d *document.Document, raw []byte, place string) error {
	if len(raw) == 0 {
		return &view.Error{Path: place, Want: "object", Got: "nothing"}
	}
	if name := document.KindName(raw); name != "object" {
		return &view.Error{Path: place, Want: "object", Got: name}
	}
	return shape.Decode(d, raw, place)
}

// end frees what the call holds.
func (c *call) end() {
	if c.cancel != nil {
		c.cancel()
	}
}

// context bounds the time of all expressions of the call together; it begins when the first one needs it.
func (c *call) context() context.Context {
	if c.ctx == nil {
		c.ctx, c.cancel = context.WithTimeout(context.Background(), celenv.TimeLimit)
	}
	return c.ctx
}

// ResolveName gives an expression the value of a variable.
func (c *call) ResolveName(name string) (any, bool) {
	switch name {
	case rootObject:
		return c.object.Value, true
	case rootObserved:
		return c.observed.Value, true
	case rootItems:
		return c.items, c.items != nil
	case rootStatuses:
		return c.statuses, c.statuses != nil
	case rootReplicas:
		return types.Int(c.replicas), true
	}
	if index, ok := c.names[name]; ok && strings.HasPrefix(name, variablesRoot) {
		return c.variable(name, index), true
	}
	return nil, false
}

// Parent is the scope around that of the call: none.
func (c *call) Parent() cel.Activation { return nil }

// variable evaluates a variable when it is first read.
func (c *call) variable(name string, index int) ref.Val {
	if c.values == nil {
		c.values = make([]ref.Val, c.slots)
	}
	if c.values[index] == nil {
		value, err := c.run(c.find(index).expression)
		var failure *celenv.Failure
		if errors.As(err, &failure) {
			value = types.WrapErr(&celenv.Failure{Message: name + ": " + failure.Message, Missing: failure.Missing})
		}
		c.values[index] = value
	}
	return c.values[index]
}

func (c *call) find(index int) *variable {
	for _, v := range c.variables {
		if v.index == index {
			return v
		}
	}
	panic("a variable that no expression of the operation reads")
}
