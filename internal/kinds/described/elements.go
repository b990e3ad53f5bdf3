// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"encoding/json"
	"fmt"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/traits"

	"workload.example.io/interpreter/internal/interpreter/patch"
	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/celenv"
	"workload.example.io/interpreter/internal/kinds/described/document"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// elements is the same field in every element of a list.
type elements struct {
	list  *target
	below fieldpath.Path
}

func (p *plan) elements(path fieldpath.Path, text strictyaml.Text) *elements {
	for i := range path {
		if path[i].All {
			return &elements{p.target(path[:i], text), path[i+1:]}
		}
	}
	return nil
}

// set writes the field of each element: the value that the expression has for it or, without one, the same value.
func (e *elements) set(c *call, root *patch.Object, x *expression, value []byte) error {
	list, ok := document.Elements(e.list.have(c))
	if !ok {
		wrong := &view.Error{Path: e.list.path.Below(rootObject), Want: "array", Got: document.KindName(e.list.have(c))}
		if wrong.Got == "array" {
			wrong.Want, wrong.Got = fmt.Sprintf("array of at most %d elements", document.MaxElements), "longer one"
		}
		return wrong
	}
	var values traits.Lister
	if x != nil {
		result, err := c.eval(x)
		if err != nil {
			return err
		}
		if values, ok = result.(traits.Lister); !ok {
			return c.want(x, "list", result)
		}
		if values.Size() != types.Int(len(list)) {
			return c.explain(x, fmt.Errorf("want a value for each of %d elements, got another number", len(list)))
		}
	}
	for i, element := range list {
		want := value
		if values != nil {
			text, err := celenv.Encode(values.Get(types.Int(i)))
			if err != nil {
				return c.explain(x, err)
			}
			want = text
		}
		c.wrote(e.list, want)
		e.write(root, i, element, want)
	}
	return nil
}

// write writes the field of one element.
func (e *elements) write(root *patch.Object, index int, element, want []byte) {
	have := element
	var parents []bool
	for _, step := range e.below {
		have = document.Members(have)[step.Name]
		parents = append(parents, have != nil)
	}
	if same(have, want) {
		return
	}
	at := root
	path := e.list.path
	for _, step := range path[:len(path)-1] {
		at = at.Object(step.Name, true)
	}
	at = at.Item(path[len(path)-1].Name, index)
	for i, step := range e.below[:len(e.below)-1] {
		at = at.Object(step.Name, parents[i])
	}
	at.Add(e.below[len(e.below)-1].Name, json.RawMessage(want))
}
