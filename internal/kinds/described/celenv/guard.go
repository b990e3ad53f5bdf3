// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"slices"

	"cel.dev/cel-go/cel"
	celfunctions "cel.dev/cel-go/common/functions"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"
)

// heavy are the functions that go through all of what they are given, or make something larger of it. CEL counts what they
// cost when they are done and looks at the clock between the steps of loops only, so what they are given is weighed before.
var heavy = []string{
	operators.Equals, operators.NotEquals, operators.In, operators.Add,
	"sum", "min", "max", "merge", "mergeConditions", "quantitySum", "omitEmpty", "omitZero", "podRequirements", "podDependencies",
	"@distinct", "sort", "@sortByAssociatedKeys", "slice", "flatten", "reverse", "math.@min", "math.@max",
	"replace", "join", "split", "format", "strings.quote", "substring", "charAt", "indexOf", "lastIndexOf", "lowerAscii", "upperAscii", "trim",
	"@ordered",
}

// reading are the functions that go through a text, and through nothing else that they are given.
var reading = []string{"size", "contains", "string", "bytes", "int", "uint", "double", "number", "quantityValue", "timestamp", "duration"}

// bounded reports whether calls of a function are weighed.
func bounded(function string) bool {
	return slices.Contains(heavy, function) || slices.Contains(reading, function)
}

// guard puts a limit around a heavy function, unless what it is given stands in the expression.
func guard(env *cel.Env) interpreter.InterpretableDecoratorV2 {
	return func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		call, ok := i.(interpreter.InterpretableCall)
		if !ok || !bounded(call.Function()) || light(call) {
			return i, nil
		}
		if run := implementation(env, call); run != nil {
			return &guarded{call, call.Args(), run, weigher(call.Function())}, nil
		}
		return i, nil
	}
}

// light reports whether a call of a heavy function takes next to nothing: a comparison with a single value, a search in a
// list that is written out, a sum of numbers, or an element more in a list, as the steps of loops make it.
func light(call interpreter.InterpretableCall) bool {
	args := call.Args()
	switch call.Function() {
	case operators.Equals, operators.NotEquals:
		return slices.ContainsFunc(args, isWritten)
	case operators.In:
		return isWritten(args[1])
	case operators.Add:
		_, isList := args[1].(interpreter.InterpretableConstructor)
		return isList || call.OverloadID() != "" && call.OverloadID() != "add_string" && call.OverloadID() != "add_list"
	}
	return false
}

func isWritten(arg interpreter.InterpretableV2) bool {
	_, constant := arg.(interpreter.InterpretableConst)
	return constant
}

// implementation returns what a call runs, nil if that is not known.
func implementation(env *cel.Env, call interpreter.InterpretableCall) func(args []ref.Val) ref.Val {
	switch call.Function() {
	case operators.Equals:
		return func(args []ref.Val) ref.Val { return types.Equal(args[0], args[1]) }
	case operators.NotEquals:
		return func(args []ref.Val) ref.Val { return types.Bool(types.Equal(args[0], args[1]) != types.True) }
	}
	bindings, err := env.Functions()[call.Function()].Bindings()
	if err != nil {
		return nil
	}
	var found *celfunctions.Overload
	for _, b := range bindings {
		if b.Operator == call.OverloadID() || b.Operator == call.Function() && found == nil {
			found = b
		}
	}
	if found == nil {
		return nil
	}
	return func(args []ref.Val) ref.Val {
		switch {
		case found.OperandTrait != 0 && !args[0].Type().HasTrait(found.OperandTrait):
		case found.Unary != nil && len(args) == 1:
			return found.Unary(args[0])
		case found.Binary != nil && len(args) == 2:
			return found.Binary(args[0], args[1])
		case found.Function != nil:
			return found.Function(args...)
		}
		return types.NewErr("no such overload: %s", call.Function())
	}
}

// guarded is a call that is refused if it would take too much or if the time is over.
type guarded struct {
	interpreter.InterpretableCall
	args  []interpreter.InterpretableV2
	run   func(args []ref.Val) ref.Val
	weigh func(v ref.Val, left int) int
}

// Exec refuses the call or makes it.
func (g *guarded) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	var first ref.Val
	if len(g.args) == 2 { // nearly all are comparisons of single values
		if first = g.args[0].Exec(frame); types.IsUnknownOrError(first) {
			return first
		}
		if equals := g.Function() == operators.Equals; isSingle(first) && (equals || g.Function() == operators.NotEquals) {
			second := g.args[1].Exec(frame)
			if types.IsUnknownOrError(second) {
				return second
			}
			result := types.Bool((types.Equal(first, second) == types.True) == equals)
			if costs := frame.CostTracker(); costs != nil {
				costs.EvalBinary(frame, g.ID(), g, first, second, result)
			}
			return result
		}
	}
	args := make([]ref.Val, len(g.args))
	for i, arg := range g.args {
		if args[i] = first; i > 0 || first == nil {
			args[i] = arg.Exec(frame)
		}
		if types.IsUnknownOrError(args[i]) {
			return args[i]
		}
	}
	result := g.bound(frame, args)
	if result == nil {
		result = g.run(args)
	}
	result = types.LabelErrNode(g.ID(), result)
	if costs := frame.CostTracker(); costs != nil {
		costs.EvalVarArgs(frame, g.ID(), g, args, result)
	}
	return result
}

// isSingle reports whether a value has no others in it.
func isSingle(v ref.Val) bool {
	switch v.(type) {
	case types.Int, types.Uint, types.Double, types.Bool, types.String, types.Null:
		return true
	}
	return false
}

// Eval is Exec for those who have no frame.
func (g *guarded) Eval(a interpreter.Activation) ref.Val {
	return interpreter.EvalActivation(a, g.Exec)
}

// bound returns an error if the call must not be made.
func (g *guarded) bound(frame *interpreter.ExecutionFrame, args []ref.Val) ref.Val {
	left := MaxWeight
	for i := range args {
		left = g.weigh(args[i], left)
	}
	switch {
	case left < 0:
		return types.WrapErr(errWeight)
	case length(g.Function(), args) > MaxText:
		return types.WrapErr(ErrText)
	}
	const clockEvery = MaxWeight / 100 // what may be gone through between two looks at the clock
	for range min(checkEvery, (MaxWeight-left)*checkEvery/clockEvery) {
		if frame.CheckInterrupt() {
			return types.WrapErr(interpreter.InterruptError{})
		}
	}
	return nil
}
