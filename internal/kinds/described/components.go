// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"cel.dev/cel-go/cel"
	"github.com/go-json-experiment/json/jsontext"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// componentPlan answers InterpretComponent.
type componentPlan struct {
	*plan
	components []component
	expression *expression
}

type component struct {
	name string
	when *expression
	replicas
}

func (c *compiler) componentResource(r *ComponentResource) *componentPlan {
	p := c.plan("componentResource")
	defer p.seal()
	made := &componentPlan{plan: p, expression: c.expression(p, r.Expression, cel.ListType(cel.DynType))}
	c.known(made.expression, componentFields)
	for i := range r.Components {
		d := &r.Components[i]
		made.components = append(made.components, component{
			d.Name.Value, c.expression(p, d.When, cel.BoolType), c.replicas(p, d.Path, d.Expression, d.Template, d.Requirements, d.Default),
		})
	}
	return made
}

func (p *componentPlan) interpret(req *interpreter.Request, trace *Trace) ([]workv1alpha2.Component, error) {
	c, err := p.start(req, trace)
	if err != nil {
		return nil, err
	}
	defer c.end()
	var all []workv1alpha2.Component
	if p.expression != nil {
		err := c.list(p.expression, func(raw []byte, place string) error {
			made, err := readComponent(raw, place)
			all = append(all, made)
			return err
		})
		return all, err
	}
	for i := range p.components {
		d := &p.components[i]
		if there, err := c.boolean(d.when); err != nil || !there {
			if err != nil {
				return nil, err
			}
			continue
		}
		n, err := d.count(c)
		if err != nil {
			return nil, err
		}
		required, err := d.required(c)
		if err != nil {
			return nil, err
		}
		all = append(all, makeComponent(d.name, n, required))
	}
	return all, nil
}

func makeComponent(name string, n int32, required *workv1alpha2.ReplicaRequirements) workv1alpha2.Component {
	made := workv1alpha2.Component{Name: name, Replicas: n}
	if required != nil {
		made.ReplicaRequirements = &workv1alpha2.ComponentReplicaRequirements{
			NodeClaim: required.NodeClaim, ResourceRequest: required.ResourceRequest, PriorityClassName: required.PriorityClassName,
		}
	}
	return made
}

func readComponent(raw []byte, place string) (workv1alpha2.Component, error) {
	var listed struct {
		Name         string         `json:"name"`
		Replicas     int32          `json:"replicas"`
		Template     jsontext.Value `json:"template"`
		Requirements jsontext.Value `json:"requirements"`
	}
	if err := view.Object(raw, place, &listed); err != nil {
		return workv1alpha2.Component{}, err
	}
	var required *workv1alpha2.ReplicaRequirements
	var err error
	switch {
	case listed.Requirements != nil:
		required, err = requirements(listed.Requirements, place+".requirements")
	case listed.Template != nil:
		required, err = fromTemplate(listed.Template, place+".template")
	}
	return makeComponent(listed.Name, listed.Replicas, required), err
}
