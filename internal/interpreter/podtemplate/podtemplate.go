// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package podtemplate reads from a pod template what Karmada wants to know of any workload: what one replica requires
// and which objects it depends on. Both have the meaning that Karmada's native interpreter has for a Deployment
// (pkg/resourceinterpreter/default/native, pkg/util/resource.go and pkg/util/helper in Karmada v1.18).
//
// A template is read in one pass that keeps only what it answers with, so that it costs a bounded amount per byte whatever
// stands in it. A template is refused, with the path of what is wrong, if it holds
//
//   - a value of another type than Kubernetes has there, among the fields that are read,
//   - a quantity that ParseQuantity refuses,
//   - a name longer than view.MaxName, which is longer than any in Kubernetes,
//   - more than MaxItems of one thing that the answer lists.
package podtemplate

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// MaxItems is how many different objects a template may depend on, and how many tolerations, labels of nodes, resources and
// parts of a node affinity it may have. Karmada keeps the dependencies in an annotation and annotations are limited to
// 256 KiB, so that 5,000 of them would not fit; the others stand in the same ResourceBinding.
const MaxItems = 10_000

// Template is the part of a pod template that says what a replica requires and depends on. Kinds use it as the type of a
// field in their views. The zero value is an absent template: it requires nothing and depends on nothing.
type Template struct {
	nodes             nodes
	resources         resources
	references        references
	priorityClassName string
}

// Decode reads the pod template in raw, which is valid JSON without duplicate members because it stood at a Span of a
// Document. Path is the place where it stood, such as object.spec.template. An error is always a *view.Error.
func Decode(raw []byte, path string) (*Template, error) {
	template := new(Template)
	if err := view.Value(raw, path, template); err != nil {
		return nil, err
	}
	return template, nil
}

var _ json.UnmarshalerFrom = (*Template)(nil)

// UnmarshalJSONFrom reads a pod template in one pass.
func (t *Template) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	*t = Template{}
	err := view.Members(decoder, func(name []byte) error {
		if string(name) == "spec" {
			return view.Members(decoder, func(name []byte) error { return t.member(decoder, string(name)) })
		}
		return view.Skip(decoder)
	})
	if err != nil {
		return err
	}
	return t.references.finish(decoder)
}

// member reads one member of the pod's spec.
func (t *Template) member(decoder *jsontext.Decoder, name string) (err error) {
	switch name {
	case "containers":
		return t.containers(decoder, regular)
	case "initContainers":
		return t.containers(decoder, initial)
	case "ephemeralContainers":
		return t.containers(decoder, ephemeral)
	case "volumes":
		var v volume
		return view.Items(decoder, func() error { return v.read(decoder, &t.references) })
	case "imagePullSecrets":
		return view.Items(decoder, func() error { return t.references.read(decoder, secret, "name") })
	case "serviceAccountName":
		return t.references.account(decoder)
	case "overhead":
		return t.resources.overhead(decoder)
	case "nodeSelector":
		t.nodes.selector, err = labels(decoder)
	case "tolerations":
		t.nodes.tolerations, err = tolerations(decoder)
	case "affinity":
		return t.nodes.readAffinity(decoder)
	case "priorityClassName":
		t.priorityClassName, err = text(decoder)
	default:
		return view.Skip(decoder)
	}
	return err
}

// text reads a name that the answer repeats.
func text(decoder *jsontext.Decoder) (string, error) {
	text, err := view.Text(decoder, view.MaxName)
	return string(text), err
}
