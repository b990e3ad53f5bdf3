// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
)

// rewrite makes every loop visit a map in the order of its keys, by putting @ordered around what it loops over: Go's own order
// changes from call to call. It puts @matched around what is matched with a regular expression, which must not be long. It also makes {} a map of anything, where the checker would fix the type of its values at the first
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
		case e.Kind() == ast.CallKind && e.AsCall().FunctionName() == overloads.Matches:
			for _, text := range children(e) {
				if text.Kind() != ast.LiteralKind {
					wrap(text, "@matched")
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

// loops reports whether the cost of an expression depends on more than its length.
func loops(e ast.Expr) bool {
	return e.Kind() == ast.ComprehensionKind || slices.ContainsFunc(children(e), loops)
}

// heavyCalls counts the calls of functions that are weighed in an expression, without those that are light because of what
// stands in it.
func heavyCalls(e ast.Expr) int {
	n := 0
	if e.Kind() == ast.CallKind && bounded(e.AsCall().FunctionName()) && !isSmall(e) {
		n++
	}
	for _, inner := range children(e) {
		n += heavyCalls(inner)
	}
	return n
}

// isSmall reports whether a call compares with a value or searches in a list that is written out, or adds to such a number or list.
func isSmall(e ast.Expr) bool {
	adds := e.AsCall().FunctionName() == operators.Add
	if !adds && !slices.Contains([]string{operators.Equals, operators.NotEquals, operators.In}, e.AsCall().FunctionName()) {
		return false
	}
	return slices.ContainsFunc(children(e), func(part ast.Expr) bool {
		return part.Kind() == ast.ListKind || part.Kind() == ast.LiteralKind && !(adds && part.AsLiteral().Type() == types.StringType)
	})
}
