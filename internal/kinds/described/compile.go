// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"slices"
	"strings"

	"cel.dev/cel-go/cel"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described/celenv"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// The variables of expressions.
const (
	rootObject    = "object"
	rootObserved  = "observedObject"
	rootItems     = "items"
	rootStatuses  = "statuses"
	rootReplicas  = "replicas"
	variablesRoot = "variables."
)

// only says which operation a variable is for, as the field that describes it.
var only = map[string]string{
	rootObserved: "retention", rootItems: "statusAggregation", rootStatuses: "statusAggregation", rootReplicas: "replicaRevision",
}

var (
	objectType = cel.MapType(cel.StringType, cel.DynType)
	boolType   = cel.BoolType
)

// roots declares the variables that every expression may name; which of them an operation has is checked afterwards.
var roots = []cel.EnvOption{
	cel.Variable(rootObject, objectType), cel.Variable(rootObserved, objectType), cel.Variable(rootItems, cel.ListType(objectType)),
	cel.Variable(rootStatuses, cel.ListType(objectType)), cel.Variable(rootReplicas, cel.IntType),
}

// Compile makes the kind that Parse read. The error is strictyaml.Problems: every mistake in an expression.
func Compile(d *Description) (interpreter.Kind, error) {
	gvk := d.GroupVersionKind()
	c := &compiler{kind: gvk.Kind + "." + gvk.Group, variables: map[string]*variable{}}
	if gvk.Group == "" {
		c.kind = gvk.Kind
	}
	env, err := celenv.Base()
	if err == nil {
		c.env, err = env.Extend(roots...)
	}
	if err != nil {
		return interpreter.Kind{}, err
	}
	for i := range d.Spec.Variables {
		c.variable(&d.Spec.Variables[i])
	}
	k := &kind{name: c.kind}
	c.operations(&d.Spec, k)
	if err := c.problems.Err(); err != nil {
		return interpreter.Kind{}, err
	}
	return interpreter.Kind{GroupVersionKind: gvk, Interpreter: k}, nil
}

func (c *compiler) operations(spec *Spec, k *kind) {
	if r := spec.ReplicaResource; r != nil {
		k.replica = c.replicaResource(r)
	}
	if r := spec.ComponentResource; r != nil {
		k.component = c.componentResource(r)
	}
	if r := spec.ReplicaRevision; r != nil {
		k.revision = c.rules("replicaRevision", r.Paths)
	}
	if r := spec.Retention; r != nil {
		k.retention = c.rules("retention", r.Paths)
	}
	if r := spec.StatusReflection; r != nil {
		k.reflection = c.statusReflection(r)
	}
	if r := spec.StatusAggregation; r != nil {
		k.aggregation = c.statusAggregation(r)
	}
	if r := spec.HealthInterpretation; r != nil {
		p := c.plan("healthInterpretation")
		k.health = &healthPlan{plan: p, expression: c.expression(p, r.Expression, cel.BoolType)}
		p.seal()
	}
	if r := spec.DependencyInterpretation; r != nil {
		k.dependencies = c.dependencyInterpretation(r)
	}
}

// compiler collects what is wrong with the expressions of one description.
type compiler struct {
	kind      string
	env       *cel.Env
	variables map[string]*variable
	names     []string
	problems  strictyaml.Problems
}

// variable is a compiled variable.
type variable struct {
	expression *expression
	index      int
	// uses are the variables that it reads, itself included.
	uses []*variable
}

// expression is a compiled expression of a field.
type expression struct {
	*celenv.Expression
	field string
	text  strictyaml.Text
	// variable is the name of the variable whose value this is.
	variable string
}

func (c *compiler) fail(text strictyaml.Text, offset int, message string) {
	c.problems = append(c.problems, &strictyaml.Problem{Position: text.At(offset), Field: text.Field, Message: message})
}

// compile returns nil if there is a mistake or no expression.
func (c *compiler) compile(text strictyaml.Text, want ...*cel.Type) *expression {
	if !text.Present() {
		return nil
	}
	e, mistakes := celenv.Compile(c.env, text.Value, want...)
	for _, m := range mistakes {
		message := m.Message
		name, ok := strings.CutPrefix(message, "undeclared reference to 'variables")
		if ok && !strings.Contains(message, "did you mean") {
			message = "undeclared reference to 'variables" + name + strictyaml.Suggest(strings.Trim(name, ".'"), c.names)
		}
		c.fail(text, m.Offset, message)
	}
	if e == nil {
		return nil
	}
	return &expression{Expression: e, field: strings.TrimPrefix(text.Field, "spec."), text: text}
}

func (c *compiler) variable(v *Variable) {
	e := c.compile(v.Expression)
	compiled := &variable{expression: e, index: len(c.names)}
	t := cel.DynType
	if e != nil {
		e.variable, t = v.Name.Value, e.Type
		for _, read := range e.Reads {
			if name, ok := strings.CutPrefix(read.Root, variablesRoot); ok && c.variables[name] != nil {
				compiled.uses = append(compiled.uses, c.variables[name].uses...)
			}
		}
	}
	compiled.uses = append(compiled.uses, compiled)
	c.variables[v.Name.Value] = compiled
	c.names = append(c.names, v.Name.Value)
	env, err := c.env.Extend(cel.Variable(variablesRoot+v.Name.Value, t))
	if err != nil {
		c.fail(v.Name, 0, "want a name that CEL does not use, got another one")
		return
	}
	c.env = env
}

// expression compiles an expression of an operation and makes the plan read what it does.
func (c *compiler) expression(p *plan, text strictyaml.Text, want ...*cel.Type) *expression {
	e := c.compile(text, want...)
	if e != nil {
		c.reads(p, e, text)
	}
	return e
}

// reads adds to the plan what an expression reads; a mistake is shown where the field's own expression leads to it.
func (c *compiler) reads(p *plan, e *expression, text strictyaml.Text) {
	for _, read := range e.Reads {
		if operation := only[read.Root]; operation != "" && operation != p.operation {
			c.fail(text, read.Offset, read.Root+" is there in "+operation+" only")
			return
		}
		name, isVariable := strings.CutPrefix(read.Root, variablesRoot)
		v := c.variables[name]
		if !isVariable || v == nil || v.expression == nil {
			p.read(read)
			continue
		}
		if !slices.Contains(p.variables, v) {
			p.variables = append(p.variables, v)
			c.reads(p, v.expression, v.expression.text)
		}
	}
}

// read adds one thing to what is decoded.
func (p *plan) read(read celenv.Read) {
	path := read.Path
	switch read.Root {
	case rootObject:
		p.object.Read(path, read.Whole)
	case rootObserved:
		p.observed.Read(path, read.Whole)
	case rootItems:
		switch {
		case len(path) < 2:
			p.status.Read(nil, read.Whole)
		case path[1].All || path[1].Name == "status":
			p.status.Read(path[2:], read.Whole)
		}
	case rootStatuses:
		p.status.Read(path[min(len(path), 1):], read.Whole)
	}
}

// path reads a path that was checked.
func path(text strictyaml.Text) fieldpath.Path {
	parsed, _, _ := fieldpath.Parse(text.Value)
	return parsed
}
