// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import "maps"

// exampleReplicas is the number of replicas of every example, so that one can be divided.
const exampleReplicas = 2

// Example returns an object that the schema would accept, as far as can be known: what is required, the replicas, every pod template once
// and a few references. Values that only a person knows are made up.
func (d *Definition) Example() map[string]any {
	metadata := map[string]any{"name": "example"}
	if d.Namespaced {
		metadata["namespace"] = "default"
	}
	object := map[string]any{"apiVersion": d.Group + "/" + d.Version, "kind": d.Kind, "metadata": metadata}
	spec := d.spec()
	if spec.schema == nil {
		return object
	}
	object["spec"] = value(spec.schema, "spec")
	podTemplates, podSpecs := d.templates()
	for _, t := range podTemplates {
		put(object, t.place, map[string]any{"spec": podSpec()})
	}
	for _, t := range podSpecs {
		put(object, t.place, podSpec())
	}
	if path := d.countPath(podTemplates); path != "" && d.at(path) != nil {
		put(object, d.place(path), exampleReplicas)
	}
	for _, t := range podTemplates {
		for _, count := range t.counts() {
			put(object, count, exampleReplicas)
		}
	}
	for _, r := range d.references() {
		if !r.path.Many() && len(r.path) <= 3 {
			put(object, r.place, "example")
		}
	}
	return object
}

// place is that of a path of the definition, such as the one of the scale subresource.
func (d *Definition) place(path string) place {
	p := place{schema: d.Schema}
	for _, step := range steps(path) {
		next := p.schema.Properties[step.Name]
		if next == nil && p.schema.Additional != nil {
			next = p.schema.Additional.Schema
		}
		p = p.down(step, next)
	}
	return p
}

func podSpec() map[string]any {
	return map[string]any{"containers": []any{map[string]any{
		"name": "main", "image": "nginx:1.29",
		"resources": map[string]any{"requests": map[string]any{"cpu": "100m", "memory": "64Mi"}},
		"envFrom":   []any{map[string]any{"configMapRef": map[string]any{"name": "example"}}},
	}}}
}

// put writes a value where the place is, into the first element of each list and a member "worker" of each map. What is on the
// way and not there yet gets what its schema requires.
func put(object map[string]any, p place, v any) {
	var at any = object
	for i, step := range p.path {
		next := p.schema
		if i+1 < len(p.path) {
			next = p.above[i+1]
		}
		last := i+1 == len(p.path)
		switch container := at.(type) {
		case map[string]any:
			name := step.Name
			if step.All {
				name = "worker"
			}
			at = member(container, name, next, last, v)
		case *[]any:
			if len(*container) == 0 {
				*container = append(*container, value(next, "example"))
			}
			if last {
				(*container)[0] = v
			}
			at = (*container)[0]
		default:
			return
		}
	}
}

// member returns the member of the object, which it makes if need be. A list is returned by its address.
func member(object map[string]any, name string, schema *Schema, last bool, v any) any {
	if last {
		if old, isMap := object[name].(map[string]any); isMap {
			if fresh, isMap := v.(map[string]any); isMap {
				maps.Copy(old, fresh)
				return old
			}
		}
		object[name] = v
		return v
	}
	if object[name] == nil && schema != nil {
		object[name] = value(schema, name)
	}
	if schema != nil && schema.Type == "array" {
		elements, _ := object[name].(*[]any)
		if elements == nil {
			plain, _ := object[name].([]any)
			elements = &plain
			object[name] = elements
		}
		return elements
	}
	return object[name]
}
