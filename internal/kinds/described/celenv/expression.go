// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"context"
	"strings"
	"sync"
	"unicode/utf8"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types/ref"
)

// Expression is a compiled expression. It is safe for concurrent use.
type Expression struct {
	// Reads is what it reads of its variables.
	Reads []Read
	// Type is the type of its result as far as it is known.
	Type *cel.Type
	// Loops reports whether its cost depends on more than its length, so that it is evaluated with limits.
	Loops bool

	env     *cel.Env
	checked *cel.Ast
	plain   cel.Program
	limited func() (cel.Program, error)
}

// Mistake is what is wrong with an expression.
type Mistake struct {
	// Offset is where, in bytes of the expression.
	Offset  int
	Message string
}

func (m *Mistake) Error() string { return m.Message }

// Compile checks an expression in an environment and makes it ready. The result must be of one of the types, where there are any,
// or of a type that is only known later. Mistakes are in the order of the expression.
func Compile(env *cel.Env, source string, want ...*cel.Type) (*Expression, []*Mistake) {
	checked, mistakes := check(env, source, want)
	if len(mistakes) > 0 {
		return nil, mistakes
	}
	root := checked.NativeRep().Expr()
	e := &Expression{env: env, checked: checked, Type: checked.OutputType(), Reads: reads(checked.NativeRep(), source)}
	e.Loops = loops(root) || heavyCalls(root) > maxHeavy
	guards := cel.CustomDecoratorV2(guard(env))
	e.limited = sync.OnceValues(func() (cel.Program, error) {
		return env.Program(checked, cel.EvalOptions(cel.OptOptimize), cel.CostTracking(costs{}), cel.CostLimit(CostLimit),
			cel.InterruptCheckFrequency(checkEvery), guards)
	})
	var err error
	if e.Loops {
		_, err = e.limited()
	} else {
		e.plain, err = env.Program(checked, cel.EvalOptions(cel.OptOptimize), guards)
	}
	if err != nil {
		return nil, []*Mistake{{Message: strings.TrimSpace(err.Error())}}
	}
	return e, nil
}

// Check says what is wrong with an expression in an environment, such as one that knows a schema.
func Check(env *cel.Env, source string, want ...*cel.Type) (*cel.Type, []*Mistake) {
	checked, mistakes := check(env, source, want)
	if len(mistakes) > 0 {
		return cel.DynType, mistakes
	}
	return checked.OutputType(), nil
}

func check(env *cel.Env, source string, want []*cel.Type) (*cel.Ast, []*Mistake) {
	if strings.TrimSpace(source) == "" {
		return nil, []*Mistake{{Message: "want an expression, got nothing"}}
	}
	parsed, issues := env.Parse(source)
	if issues.Err() != nil {
		return nil, mistakesOf(source, issues)
	}
	if depth, id := nesting(parsed.NativeRep().Expr()); depth > maxLoops {
		offset := parsed.NativeRep().SourceInfo().GetStartLocation(id)
		return nil, []*Mistake{{Offset: offsetOf(source, offset), Message: "want loops nested at most 4 deep, got more"}}
	}
	rewrite(parsed.NativeRep())
	checked, issues := env.Check(parsed)
	if issues.Err() != nil {
		return nil, mistakesOf(source, issues)
	}
	if got := checked.OutputType(); !fits(got, want) {
		return nil, []*Mistake{{Message: "want " + names(want) + ", got " + describe(got)}}
	}
	return checked, nil
}

func fits(got *cel.Type, want []*cel.Type) bool {
	if len(want) == 0 || got.IsExactType(cel.DynType) {
		return true
	}
	for _, t := range want {
		if t.IsAssignableType(got) || t.Kind() == got.Kind() && t.TypeName() == got.TypeName() {
			return true
		}
	}
	return false
}

func names(want []*cel.Type) string {
	texts := make([]string, len(want))
	for i, t := range want {
		texts[i] = describe(t)
	}
	return strings.Join(texts, " or ")
}

// describe names a type as people write it.
func describe(t *cel.Type) string {
	switch name := typeName(t); name {
	case "any", "optional", "list", "map":
		return name
	case "null_type":
		return "null"
	default:
		return t.String()
	}
}

// slips are what CEL says of operators of other languages, and of a variable that is read where none stands above.
var slips = map[string]string{
	"token recognition error at: '=":      "want ==, got =",
	"mismatched input 'and' expecting":    "want &&, got and",
	"mismatched input 'or' expecting":     "want ||, got or",
	"undeclared reference to 'variables'": "want a variable that stands above, got one where none does",
}

// mistakesOf says what is wrong. Of a slip it says only that: the rest follows from it.
func mistakesOf(source string, issues *cel.Issues) []*Mistake {
	var mistakes []*Mistake
	for _, issue := range issues.Errors() {
		for said, message := range slips {
			if strings.Contains(issue.Message, said) {
				return []*Mistake{{Offset: offsetOf(source, issue.Location), Message: message}}
			}
		}
		message := strings.ReplaceAll(issue.Message, " (in container '')", "")
		message = strings.ReplaceAll(message, "@", "")
		mistakes = append(mistakes, &Mistake{Offset: offsetOf(source, issue.Location), Message: strings.TrimPrefix(message, "Syntax error: ")})
	}
	return mistakes
}

// offsetOf turns a line and a column in characters into a byte offset.
func offsetOf(source string, at common.Location) int {
	offset := 0
	for line := 1; line < at.Line(); line++ {
		end := strings.IndexByte(source[offset:], '\n')
		if end < 0 {
			break
		}
		offset += end + 1
	}
	for column := 0; column < at.Column() && offset < len(source); column++ {
		_, size := utf8.DecodeRuneInString(source[offset:])
		offset += size
	}
	return offset
}

// Eval evaluates the expression with the variables of the activation, within the context if it Loops.
func (e *Expression) Eval(ctx func() context.Context, variables cel.Activation) (ref.Val, error) {
	if !e.Loops {
		value, _, err := e.plain.Eval(variables)
		return value, e.explain(err)
	}
	value, _, err := e.EvalCost(ctx(), variables)
	return value, err
}

// EvalCost is like Eval and also returns what it cost, in CEL's units.
func (e *Expression) EvalCost(ctx context.Context, variables cel.Activation) (ref.Val, uint64, error) {
	program, err := e.limited()
	if err != nil {
		return nil, 0, err
	}
	value, details, err := program.ContextEval(ctx, variables)
	var cost uint64
	if details != nil && details.ActualCost() != nil {
		cost = *details.ActualCost()
	}
	return value, cost, e.explain(err)
}

// function names the function at a node of the expression, empty if there is none.
func (e *Expression) function(id int64) string {
	name := ""
	ast.PostOrderVisit(e.checked.NativeRep().Expr(), ast.NewExprVisitor(func(x ast.Expr) {
		if x.ID() == id && x.Kind() == ast.CallKind {
			name = x.AsCall().FunctionName()
		}
	}))
	return name
}
