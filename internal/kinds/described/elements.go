// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"encoding/json"
	"fmt"
	"strconv"

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
			var err error
			if want, err = c.encode(x, celenv.Present(values.Get(types.Int(i)))); err != nil {
				return err
			}
		}
		c.wrote(e.list, want)
		if err := e.write(root, i, element, want); err != nil {
			return err
		}
	}
	return nil
}

// write writes the field of one element, or removes it if no value is wanted.
func (e *elements) write(root *patch.Object, index int, element, want []byte) error {
	have := element
	var parents []bool
	for i, step := range e.below {
		if have != nil && document.KindName(have) != "object" {
			return &view.Error{Path: e.place(index, i), Want: "object", Got: document.KindName(have)}
		}
		have = document.Members(have)[step.Name]
		parents = append(parents, have != nil)
	}
	if same(have, want) {
		return nil
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
	name := e.below[len(e.below)-1].Name
	if want == nil {
		at.Remove(name)
	} else {
		at.Add(name, json.RawMessage(want))
	}
	return nil
}

// place is the path of an element, or of what is some steps below it.
func (e *elements) place(index, below int) string {
	path := append(e.list.path[:len(e.list.path):len(e.list.path)], fieldpath.Step{All: true, Name: strconv.Itoa(index)})
	return append(path, e.below[:below]...).Below(rootObject)
}
