// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// Fields are the members that a map may have, each with those of the map that stands there, or nil where that may be anything.
type Fields map[string]Fields

// Unknown is a member that a map of a result must not have.
type Unknown struct {
	Name string
	// Offset is where it stands, in bytes of the expression.
	Offset int
	// Of are the members that the map may have.
	Of Fields
}

// Unknown finds the members of maps that have other names than the given ones, where the result of the expression or an element of it
// is a map that is written out. What comes from a variable may have members beside.
func (e *Expression) Unknown(fields Fields) []Unknown {
	var all []Unknown
	var check func(x ast.Expr, fields Fields)
	check = func(x ast.Expr, fields Fields) {
		for _, result := range results(x) {
			for _, entry := range result.AsMap().Entries() {
				entry := entry.AsMapEntry()
				name, ok := entry.Key().AsLiteral().(types.String)
				if !ok || entry.Key().Kind() != ast.LiteralKind {
					continue
				}
				inner, known := fields[string(name)]
				if !known {
					at := e.checked.NativeRep().SourceInfo().GetStartLocation(entry.Key().ID())
					all = append(all, Unknown{string(name), offsetOf(e.checked.Source().Content(), at), fields})
				} else if inner != nil {
					check(entry.Value(), inner)
				}
			}
		}
	}
	check(e.checked.NativeRep().Expr(), fields)
	return all
}

// results returns the maps that an expression gives, by itself or as elements of a list.
func results(e ast.Expr) []ast.Expr {
	var parts []ast.Expr
	switch e.Kind() {
	case ast.MapKind:
		return []ast.Expr{e}
	case ast.ListKind:
		parts = e.AsList().Elements()
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		if isBind(c) {
			return results(c.Result())
		}
		if c.AccuInit().Kind() == ast.ListKind && c.Result().Kind() == ast.IdentKind && c.Result().AsIdent() == c.AccuVar() {
			return results(c.LoopStep())
		}
	case ast.CallKind:
		call := e.AsCall()
		switch parts = call.Args(); call.FunctionName() {
		case operators.Conditional:
			parts = parts[1:]
		case operators.Add, "dyn", "optional.of", "optional.ofNonZeroValue":
		case "orValue", "or":
			parts = append([]ast.Expr{call.Target()}, parts...)
		default:
			return nil
		}
	}
	var all []ast.Expr
	for _, part := range parts {
		all = slices.Concat(all, results(part))
	}
	return all
}
