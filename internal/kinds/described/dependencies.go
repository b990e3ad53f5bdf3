// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/podtemplate"
	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/document"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// dependencyPlan answers InterpretDependency.
type dependencyPlan struct {
	*plan
	namespace  document.Slot
	paths      []dependencyPath
	expression *expression
}

// dependencyPath is a path and what it leads to.
type dependencyPath struct {
	*location
	// read turns a value into dependencies in the namespace.
	read func(raw []byte, place, namespace string) ([]configv1alpha1.DependentObjectReference, error)
}

func (c *compiler) dependencyInterpretation(r *DependencyInterpretation) *dependencyPlan {
	p := c.plan("dependencyInterpretation")
	defer p.seal()
	made := &dependencyPlan{plan: p, expression: c.expression(p, r.Expression, cel.ListType(cel.DynType))}
	c.known(made.expression, dependencyFields)
	made.namespace = p.object.Locate(fieldpath.Path{{Name: "metadata"}, {Name: "namespace"}})
	for _, form := range []struct {
		paths []strictyaml.Text
		read  func(raw []byte, place, namespace string) ([]configv1alpha1.DependentObjectReference, error)
	}{
		{r.PodTemplates, readTemplate}, {r.PodSpecs, readSpec}, {r.Secrets, named("Secret")}, {r.ConfigMaps, named("ConfigMap")},
		{r.ServiceAccounts, named("ServiceAccount")}, {r.PersistentVolumeClaims, named("PersistentVolumeClaim")},
	} {
		for _, text := range form.paths {
			made.paths = append(made.paths, dependencyPath{p.locate(text), form.read})
		}
	}
	return made
}

func readTemplate(raw []byte, place, namespace string) ([]configv1alpha1.DependentObjectReference, error) {
	template, err := podtemplate.Decode(raw, place)
	if err != nil {
		return nil, err
	}
	return template.Dependencies(namespace), nil
}

// readSpec reads a pod spec as the template that it would stand in.
func readSpec(raw []byte, place, namespace string) ([]configv1alpha1.DependentObjectReference, error) {
	all, err := readTemplate(slices.Concat([]byte(`{"spec":`), raw, []byte(`}`)), place, namespace)
	var wrong *view.Error
	if errors.As(err, &wrong) {
		wrong.Path = strings.Replace(wrong.Path, place+".spec", place, 1)
	}
	return all, err
}

// named reads the name of an object of a kind.
func named(kind string) func(raw []byte, place, namespace string) ([]configv1alpha1.DependentObjectReference, error) {
	return func(raw []byte, place, namespace string) ([]configv1alpha1.DependentObjectReference, error) {
		var name string
		if err := view.Value(raw, place, &name); err != nil {
			return nil, err
		}
		if name == "" || kind == "ServiceAccount" && name == "default" {
			return nil, nil
		}
		return []configv1alpha1.DependentObjectReference{{APIVersion: "v1", Kind: kind, Namespace: namespace, Name: name}}, nil
	}
}

func (p *dependencyPlan) interpret(req *interpreter.Request, trace *Trace) ([]configv1alpha1.DependentObjectReference, error) {
	c, err := p.start(req, trace)
	if err != nil {
		return nil, err
	}
	defer c.end()
	var name view.Name // stands beside each dependency in the answer
	if raw := c.object.Raw(p.namespace); raw != nil {
		if err := view.Value(raw, "object.metadata.namespace", &name); err != nil {
			return nil, err
		}
	}
	namespace := cmp.Or(string(name), req.Namespace)
	var all []configv1alpha1.DependentObjectReference
	for _, d := range p.paths {
		err := c.object.Each(d.slot, func(raw []byte) error {
			c.followed(d.location, raw)
			found, err := d.read(raw, d.place, namespace)
			all = append(all, found...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if p.expression != nil {
		err := c.list(p.expression, func(raw []byte, place string) error {
			var reference configv1alpha1.DependentObjectReference
			err := view.Object(raw, place, &reference)
			all = append(all, reference)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return podtemplate.Merge(all), nil
}
