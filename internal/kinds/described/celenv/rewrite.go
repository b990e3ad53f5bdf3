// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/interpreter"
)

// rewrite makes every loop visit a map in the order of its keys, by putting @ordered around what it loops over: Go's own order
// changes from call to call. It also makes {} a map of anything, where the checker would fix the type of its values at the first
// use, and null a choice beside anything.
func rewrite(parsed *ast.AST) {
	factory := ast.NewExprFactory()
	next := ast.MaxID(parsed) + 1
	info := parsed.SourceInfo()
	wrap := func(e ast.Expr, function string) {
		inner := factory.CopyExpr(e)
		inner.RenumberIDs(func(id int64) int64 {
			next++
			if at, ok := info.GetOffsetRange(id); ok {
				info.SetOffsetRange(next, at)
			}
			return next
		})
		e.SetKindCase(factory.NewCall(e.ID(), function, inner))
	}
	accumulators := map[ast.Expr]bool{}
	ast.PreOrderVisit(parsed.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() == ast.ComprehensionKind && !isBind(e.AsComprehension()) {
			accumulators[e.AsComprehension().AccuInit()] = true
		}
	}))
	ast.PostOrderVisit(parsed.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		switch {
		case e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.Conditional:
			for _, choice := range e.AsCall().Args()[1:] {
				if choice.Kind() == ast.LiteralKind && choice.AsLiteral() == types.NullValue {
					wrap(choice, "dyn")
				}
			}
		case e.Kind() == ast.MapKind && e.AsMap().Size() == 0 && !accumulators[e]:
			wrap(e, "dyn")
		case e.Kind() == ast.ComprehensionKind && !isList(e.AsComprehension().IterRange()):
			wrap(e.AsComprehension().IterRange(), "@ordered")
		}
	}))
}

// isList reports whether an expression is a list whatever its variables are.
func isList(e ast.Expr) bool {
	return e.Kind() == ast.ListKind || e.Kind() == ast.ComprehensionKind && e.AsComprehension().AccuInit().Kind() == ast.ListKind
}

// isBind reports whether a comprehension is no loop but gives a value a name, as cel.bind and optMap do.
func isBind(c ast.ComprehensionExpr) bool {
	return c.IterRange().Kind() == ast.ListKind && c.IterRange().AsList().Size() == 0
}

// nesting returns how deep loops are nested and the innermost one.
func nesting(e ast.Expr) (deepest int, id int64) {
	var walk func(e ast.Expr, depth int)
	walk = func(e ast.Expr, depth int) {
		if e.Kind() == ast.ComprehensionKind && !isBind(e.AsComprehension()) {
			c := e.AsComprehension()
			walk(c.IterRange(), depth)
			if depth++; depth > deepest {
				deepest, id = depth, e.ID()
			}
			for _, inner := range []ast.Expr{c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()} {
				walk(inner, depth)
			}
			return
		}
		for _, inner := range children(e) {
			walk(inner, depth)
		}
	}
	walk(e, 0)
	return deepest, id
}

// children returns the parts of an expression.
func children(e ast.Expr) []ast.Expr {
	switch e.Kind() {
	case ast.SelectKind:
		return []ast.Expr{e.AsSelect().Operand()}
	case ast.CallKind:
		call := e.AsCall()
		if call.IsMemberFunction() {
			return append([]ast.Expr{call.Target()}, call.Args()...)
		}
		return call.Args()
	case ast.ListKind:
		return e.AsList().Elements()
	case ast.MapKind:
		var all []ast.Expr
		for _, entry := range e.AsMap().Entries() {
			all = append(all, entry.AsMapEntry().Key(), entry.AsMapEntry().Value())
		}
		return all
	case ast.StructKind:
		var all []ast.Expr
		for _, field := range e.AsStruct().Fields() {
			all = append(all, field.AsStructField().Value())
		}
		return all
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		return []ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()}
	}
	return nil
}

// growing are functions whose result can be much larger than what they are given.
var growing = []string{"replace", "join", "format"}

// loops reports whether the cost of an expression depends on more than its length.
func loops(e ast.Expr) bool {
	if e.Kind() == ast.ComprehensionKind || e.Kind() == ast.CallKind && slices.Contains(growing, e.AsCall().FunctionName()) {
		return true
	}
	return slices.ContainsFunc(children(e), loops)
}

// boundTexts puts a limit around the functions that make long texts: their cost is only known when they are done.
func boundTexts(i interpreter.Interpretable) (interpreter.Interpretable, error) {
	call, ok := i.(interpreter.InterpretableCall)
	if !ok || !slices.Contains(growing, call.Function()) {
		return i, nil
	}
	return &bounded{call}, nil
}

// bounded is a call that is refused if its result would be too long.
type bounded struct{ interpreter.InterpretableCall }

// Eval refuses the call or makes it. The arguments are evaluated twice; such calls are rare.
func (b *bounded) Eval(a interpreter.Activation) ref.Val {
	args := make([]ref.Val, len(b.Args()))
	for i, arg := range b.Args() {
		if args[i] = arg.Eval(a); types.IsUnknownOrError(args[i]) {
			return args[i]
		}
	}
	if length(b.Function(), args) > maxText {
		return types.WrapErr(errText)
	}
	return b.InterpretableCall.Eval(a)
}

// length is how long the result of a growing function can be.
func length(function string, args []ref.Val) int {
	switch total := textSize(args[0]); {
	case function == "replace" && len(args) > 2:
		return total + (total+1)/max(textSize(args[1]), 1)*textSize(args[2])
	case function == "join" && len(args) > 1:
		return total + elements(args[0])*textSize(args[1])
	case function == "format" && len(args) > 1:
		return total + textSize(args[1])
	default:
		return total
	}
}

// textSize is the length of a text or of all that is in a list.
func textSize(v ref.Val) int {
	switch v := v.(type) {
	case types.String:
		return len(v)
	case traits.Lister:
		total := 0
		for it := v.Iterator(); it.HasNext() == types.True && total <= maxText; {
			total += textSize(it.Next())
		}
		return total
	}
	const number = 32
	return number
}

func elements(v ref.Val) int {
	if list, ok := v.(traits.Lister); ok {
		if n, ok := list.Size().(types.Int); ok {
			return int(n)
		}
	}
	return 0
}
