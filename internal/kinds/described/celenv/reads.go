// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
)

// Read is something that an expression reads: a variable, or a part of one.
type Read struct {
	Root string
	Path fieldpath.Path
	// Whole means that all of it is read, otherwise only whether it is there.
	Whole bool
	// Offset is where the expression does so, in bytes of its source.
	Offset int
}

// reads lists what a checked expression reads. It may name more than is read, never less.
func reads(checked *ast.AST, source string) []Read {
	r := &reader{info: checked.SourceInfo(), source: source}
	r.use(checked.Expr(), nil)
	return r.all
}

// place is what an expression stands for: a part of a variable, or nothing that is known.
type place struct {
	root string
	path fieldpath.Path
}

func (p place) at(step fieldpath.Step) place {
	if p.root == "" {
		return p
	}
	return place{p.root, append(p.path[:len(p.path):len(p.path)], step)}
}

// scope is the names that loops and bindings give.
type scope struct {
	outer *scope
	name  string
	place place
}

func (s *scope) find(name string) (place, bool) {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s.place, true
		}
	}
	return place{}, false
}

type reader struct {
	info   *ast.SourceInfo
	source string
	all    []Read
}

func (r *reader) mark(p place, whole bool, e ast.Expr) {
	if p.root != "" {
		at := offsetOf(r.source, r.info.GetStartLocation(e.ID()))
		r.all = append(r.all, Read{Root: p.root, Path: p.path, Whole: whole, Offset: at})
	}
}

// use reads the value of an expression.
func (r *reader) use(e ast.Expr, s *scope) {
	r.mark(r.walk(e, s), true, e)
}

// walk reads what an expression needs to be evaluated and returns what it stands for, without reading that.
func (r *reader) walk(e ast.Expr, s *scope) place {
	switch e.Kind() {
	case ast.IdentKind:
		name, global := strings.CutPrefix(e.AsIdent(), ".")
		if p, ok := s.find(name); ok && !global {
			return p
		}
		return place{root: name}
	case ast.SelectKind:
		selected := e.AsSelect()
		p := r.walk(selected.Operand(), s).at(fieldpath.Step{Name: selected.FieldName()})
		if selected.IsTestOnly() {
			r.mark(p, false, e)
			return place{}
		}
		return p
	case ast.CallKind:
		return r.call(e, s)
	case ast.ComprehensionKind:
		return r.loop(e, s)
	}
	for _, part := range children(e) {
		r.use(part, s)
	}
	return place{}
}

func (r *reader) call(e ast.Expr, s *scope) place {
	call := e.AsCall()
	args := call.Args()
	switch name := call.FunctionName(); {
	case (name == operators.OptSelect || name == operators.Index || name == operators.OptIndex) && len(args) == 2:
		p := r.walk(args[0], s)
		if key, ok := args[1].AsLiteral().(types.String); ok && args[1].Kind() == ast.LiteralKind {
			return p.at(fieldpath.Step{Name: string(key)})
		}
		r.use(args[1], s)
		return p.at(fieldpath.Step{All: true})
	case name == "@ordered":
		return r.walk(args[0], s)
	case call.IsMemberFunction() && name == "value" && len(args) == 0:
		return r.walk(call.Target(), s)
	case call.IsMemberFunction() && name == "hasValue":
		r.mark(r.walk(call.Target(), s), false, e)
		return place{}
	case call.IsMemberFunction() && name == "orValue" && len(args) == 1 && isConstant(args[0]):
		p := r.walk(call.Target(), s)
		r.mark(p, false, e)
		return p
	}
	for _, part := range children(e) {
		r.use(part, s)
	}
	return place{}
}

func (r *reader) loop(e ast.Expr, s *scope) place {
	c := e.AsComprehension()
	if isBind(c) {
		bound := &scope{s, c.AccuVar(), r.walk(c.AccuInit(), s)}
		r.mark(bound.place, false, e)
		return r.walk(c.Result(), bound)
	}
	over := r.walk(c.IterRange(), s)
	element := over.at(fieldpath.Step{All: true})
	r.mark(over, false, e)
	r.mark(element, false, e)
	r.use(c.AccuInit(), s)
	inner := &scope{s, c.AccuVar(), place{}}
	if c.HasIterVar2() {
		inner = &scope{&scope{inner, c.IterVar(), place{}}, c.IterVar2(), element}
	} else {
		inner = &scope{inner, c.IterVar(), element}
	}
	r.use(c.LoopCondition(), inner)
	r.use(c.LoopStep(), inner)
	r.use(c.Result(), inner)
	return place{}
}

// isConstant reports whether an expression reads nothing.
func isConstant(e ast.Expr) bool {
	if e.Kind() == ast.IdentKind || e.Kind() == ast.ComprehensionKind {
		return false
	}
	return !slices.ContainsFunc(children(e), func(part ast.Expr) bool { return !isConstant(part) })
}
