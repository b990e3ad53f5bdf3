// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// Function is a function that CEL does not have.
type Function struct {
	// Name of the function; one that begins with @ is not for descriptions.
	Name string
	// Args and Result are its types.
	Args   []*cel.Type
	Result *cel.Type
	// Doc says what it does.
	Doc string
	run func(args []ref.Val) ref.Val
}

var (
	dynList  = cel.ListType(cel.DynType)
	dynMap   = cel.MapType(cel.StringType, cel.DynType)
	optional = cel.OptionalType(cel.DynType)
)

// functions lists them all; docs/kinds.md has a table of those for descriptions.
var functions = []Function{
	{"sum", []*cel.Type{dynList}, cel.DynType, "The sum of the numbers in the list, 0 if there is none. null and empty optionals do not count.", sum},
	{"min", []*cel.Type{dynList}, optional, "The smallest element, an empty optional if there is none. null and empty optionals do not count.", smallest},
	{"max", []*cel.Type{dynList}, optional, "The largest element, an empty optional if there is none. null and empty optionals do not count.", largest},
	{"merge", []*cel.Type{dynList}, dynMap, "One map of the members of all maps in the list, where a later one wins. null and empty optionals do not count.", merge},
	{"mergeConditions", []*cel.Type{dynList}, dynList, "The conditions of all members of `items`, one for each type, status and reason; its message is `cluster=message` of each, separated by a comma.", mergeConditions},
	{"quantitySum", []*cel.Type{dynList}, cel.StringType, "The sum of the quantities such as `500m` or `2Gi`, as a quantity.", quantitySum},
	{"quantityValue", []*cel.Type{cel.DynType}, cel.DoubleType, "A quantity as a number, for comparing: `quantityValue('500m')` is 0.5.", quantityValue},
	{"number", []*cel.Type{cel.DynType}, optional, "A number, or a text that is one: `number('3')` is an optional 3. An empty optional for anything else.", number},
	{"omitEmpty", []*cel.Type{cel.DynType}, cel.DynType, "The value without what says nothing in it, at any depth: null, empty lists, maps and optionals.", omitEmpty},
	{"omitZero", []*cel.Type{cel.DynType}, cel.DynType, "As `omitEmpty`, and without 0 and empty texts.", omitZero},
	{"podRequirements", []*cel.Type{cel.DynType}, cel.DynType, "What one replica of the pod template requires, as `template` of `replicaResource` finds it: a map for `requirements`, or null.", podRequirements},
	{"podDependencies", []*cel.Type{cel.DynType, cel.StringType}, dynList, "What the pods of the template refer to in the namespace, as `podTemplates` finds it.", podDependencies},
	{"@distinct", []*cel.Type{cel.ListType(cel.TypeParamType("T"))}, cel.ListType(cel.TypeParamType("T")), "", distinct},
	{"@matched", []*cel.Type{cel.StringType}, cel.StringType, "", matched},
	{"@ordered", []*cel.Type{cel.TypeParamType("T")}, cel.TypeParamType("T"), "", ordered},
}

// Functions returns the functions for descriptions.
func Functions() []Function {
	var all []Function
	for _, f := range functions {
		if !strings.HasPrefix(f.Name, "@") {
			all = append(all, f)
		}
	}
	return all
}

// Signature returns the function as a reference shows it, such as min(list) -> optional.
func (f *Function) Signature() string {
	args := make([]string, len(f.Args))
	for i, arg := range f.Args {
		args[i] = typeName(arg)
	}
	return f.Name + "(" + strings.Join(args, ", ") + ") " + typeName(f.Result)
}

func typeName(t *cel.Type) string {
	switch t.Kind() {
	case types.DynKind, types.TypeParamKind:
		return "any"
	case types.OpaqueKind:
		return "optional"
	case types.ListKind:
		return "list"
	case types.MapKind:
		return "map"
	}
	return t.String()
}

func (f *Function) option() cel.EnvOption {
	id := strings.TrimPrefix(f.Name, "@") + "_described"
	binding := cel.FunctionBinding(func(args ...ref.Val) ref.Val { return f.run(args) })
	if len(f.Args) == 1 {
		binding = cel.UnaryBinding(func(arg ref.Val) ref.Val { return f.run([]ref.Val{arg}) })
	}
	return cel.Function(f.Name, cel.Overload(id, f.Args, f.Result, binding))
}

// refusal is an error of a function that quotes no value.
type refusal string

func (r refusal) Error() string { return string(r) }

func refuse(message string) ref.Val { return types.WrapErr(refusal(message)) }

// matched refuses a text that takes too long to match.
func matched(args []ref.Val) ref.Val {
	if text, ok := args[0].(types.String); ok && len(text) > maxMatched {
		return types.WrapErr(errMatch)
	}
	return args[0]
}

func distinctMacro(factory cel.MacroExprFactory, target ast.Expr, _ []ast.Expr) (ast.Expr, *cel.Error) {
	return factory.NewCall("@distinct", target), nil
}

func rangeMacro(factory cel.MacroExprFactory, target ast.Expr, _ []ast.Expr) (ast.Expr, *cel.Error) {
	if target.Kind() == ast.IdentKind && target.AsIdent() == "lists" {
		return nil, factory.NewError(target.ID(), "lists.range is not offered: loop over a list of the object")
	}
	return nil, nil
}
