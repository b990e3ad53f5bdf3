// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"github.com/go-json-experiment/json/jsontext"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/podtemplate"
	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/document"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// location is a path of the object that was made part of a plan.
type location struct {
	slot  document.Slot
	place string
	text  strictyaml.Text
}

func (p *plan) locate(text strictyaml.Text) *location {
	if !text.Present() {
		return nil
	}
	at := path(text)
	return &location{p.object.Locate(at), at.Below(rootObject), text}
}

// replicas is how many replicas there are and what each requires.
type replicas struct {
	path, template           *location
	absent                   *int64
	expression, requirements *expression
}

func (c *compiler) replicas(p *plan, path, expression, template, requirements strictyaml.Text, absent *int64) replicas {
	made := replicas{
		path: p.locate(path), template: p.locate(template), absent: absent,
		expression:   c.expression(p, expression, cel.IntType),
		requirements: c.expression(p, requirements, someMap...),
	}
	c.known(made.requirements, requirementFields)
	return made
}

// count returns the number of replicas.
func (r *replicas) count(c *call) (int32, error) {
	if r.expression != nil {
		value, err := c.eval(r.expression)
		if err != nil {
			return 0, err
		}
		n, ok := value.(types.Int)
		switch {
		case !ok:
			return 0, c.want(r.expression, view.CountRange, value)
		case n < 0 || n > math.MaxInt32:
			return 0, c.explain(r.expression, errors.New("want "+view.CountRange+", got another one"))
		}
		return int32(n), nil
	}
	raw := c.object.Raw(r.path.slot)
	c.followed(r.path, raw)
	if raw == nil {
		if r.absent == nil {
			return 0, &view.Error{Path: r.path.place, Want: "integer", Got: "nothing"}
		}
		return int32(*r.absent), nil
	}
	return count(raw, r.path.place)
}

// count reads a number of replicas.
func count(raw []byte, place string) (int32, error) {
	if n, err := strconv.ParseInt(string(raw), 10, 32); err == nil && n >= 0 {
		return int32(n), nil
	}
	var n int32
	if err := view.Value(raw, place, &n); err != nil {
		return 0, err
	}
	return view.Count(&n, 0, place)
}

// required returns what one replica requires, nil for nothing.
func (r *replicas) required(c *call) (*workv1alpha2.ReplicaRequirements, error) {
	if r.requirements != nil {
		raw, err := c.raw(r.requirements)
		if err != nil || raw == nil {
			return nil, err
		}
		return requirements(raw, r.requirements.field)
	}
	if r.template == nil {
		return nil, nil
	}
	raw := c.object.Raw(r.template.slot)
	c.followed(r.template, raw)
	return fromTemplate(raw, r.template.place)
}

func fromTemplate(raw []byte, place string) (*workv1alpha2.ReplicaRequirements, error) {
	if raw == nil {
		return nil, nil
	}
	template, err := podtemplate.Decode(raw, place)
	if err != nil {
		return nil, err
	}
	return template.Requirements(), nil
}

// requirements reads what an expression gave. A quantity may be a number.
func requirements(raw []byte, field string) (*workv1alpha2.ReplicaRequirements, error) {
	var given struct {
		NodeClaim         *workv1alpha2.NodeClaim                `json:"nodeClaim"`
		ResourceRequest   map[corev1.ResourceName]jsontext.Value `json:"resourceRequest"`
		Namespace         string                                 `json:"namespace"`
		PriorityClassName string                                 `json:"priorityClassName"`
	}
	if err := view.Value(raw, field, &given); err != nil {
		return nil, err
	}
	result := &workv1alpha2.ReplicaRequirements{
		NodeClaim: given.NodeClaim, Namespace: given.Namespace, PriorityClassName: given.PriorityClassName,
	}
	for name, text := range given.ResourceRequest {
		quantity, err := podtemplate.ParseQuantity(strings.Trim(string(text), `"`))
		if err != nil {
			return nil, &view.Error{Path: field + ".resourceRequest[" + strconv.Quote(string(name)) + "]", Want: "quantity", Got: document.KindName(text)}
		}
		if result.ResourceRequest == nil {
			result.ResourceRequest = corev1.ResourceList{}
		}
		result.ResourceRequest[name] = quantity
	}
	return result, nil
}

// replicaPlan answers InterpretReplica.
type replicaPlan struct {
	*plan
	replicas
}

func (c *compiler) replicaResource(r *ReplicaResource) *replicaPlan {
	p := c.plan("replicaResource")
	defer p.seal()
	return &replicaPlan{p, c.replicas(p, r.Path, r.Expression, r.Template, r.Requirements, r.Default)}
}

func (p *replicaPlan) interpret(req *interpreter.Request, trace *Trace) (int32, *workv1alpha2.ReplicaRequirements, error) {
	c, err := p.start(req, trace)
	if err != nil {
		return 0, nil, err
	}
	defer c.end()
	n, err := p.count(c)
	if err != nil {
		return 0, nil, err
	}
	required, err := p.required(c)
	return n, required, err
}
