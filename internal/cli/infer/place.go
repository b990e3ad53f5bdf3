// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"strings"

	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
)

// place is a field and the way that leads to it.
type place struct {
	path fieldpath.Path
	// above are the schemas that are passed on the way: above[i] has the member path[i].
	above  []*Schema
	schema *Schema
}

func (p place) String() string { return p.path.String() }

// name is that of the last step that has one.
func (p place) name() string {
	for i := len(p.path) - 1; i >= 0; i-- {
		if !p.path[i].All {
			return p.path[i].Name
		}
	}
	return ""
}

func (p place) down(step fieldpath.Step, s *Schema) place {
	return place{
		path:   append(p.path[:len(p.path):len(p.path)], step),
		above:  append(p.above[:len(p.above):len(p.above)], p.schema),
		schema: s,
	}
}

// walk visits the field and, where visit says so, all below it, in the order of their names.
func (p place) walk(visit func(place) (below bool)) {
	if p.schema == nil || !visit(p) {
		return
	}
	for _, name := range p.schema.names() {
		p.down(fieldpath.Step{Name: name}, p.schema.Properties[name]).walk(visit)
	}
	if p.schema.Items != nil {
		p.down(fieldpath.Step{All: true}, p.schema.Items).walk(visit)
	}
	if p.schema.Additional != nil && p.schema.Additional.Schema != nil {
		p.down(fieldpath.Step{All: true}, p.schema.Additional.Schema).walk(visit)
	}
}

// spec is the place of the spec, without a schema if the object has none.
func (d *Definition) spec() place {
	if d.Schema == nil || d.Schema.Properties["spec"] == nil {
		return place{}
	}
	return place{schema: d.Schema}.down(fieldpath.Step{Name: "spec"}, d.Schema.Properties["spec"])
}

// template is a pod template, or a pod spec, that a schema has.
type template struct {
	place
	// reason says how it was found.
	reason string
	// unknown marks one that was found by its name alone.
	unknown bool
	// part is the name of its component, or what the names of those in a list begin with.
	part string
}

// templates finds pod templates and pod specs by their shape, and pod templates that the schema says nothing about by their name.
func (d *Definition) templates() (podTemplates, podSpecs []template) {
	d.spec().walk(func(p place) bool {
		switch {
		case isPodSpec(p.schema.Properties["spec"]):
			podTemplates = append(podTemplates, template{place: p, reason: "has spec.containers with images"})
		case isPodSpec(p.schema):
			podSpecs = append(podSpecs, template{place: p, reason: "has containers with images"})
		case isWorkload(p):
			inner := p.down(fieldpath.Step{Name: "spec"}, p.schema.Properties["spec"]).down(fieldpath.Step{Name: "template"}, &Schema{Preserve: true})
			podTemplates = append(podTemplates, template{place: inner, unknown: true, reason: "named as a workload, of which the schema says no more"})
		case p.schema.opaque() && (p.name() == "template" || strings.HasSuffix(p.name(), "odTemplate")) && !p.path[len(p.path)-1].All:
			podTemplates = append(podTemplates, template{place: p, unknown: true,
				reason: "named as a template, of which the schema says no more"})
		default:
			return true
		}
		return false
	})
	return podTemplates, podSpecs
}

// isWorkload reports whether the field is named as the template of a workload and the schema says nothing about its spec.
func isWorkload(p place) bool {
	if spec := p.schema.Properties["spec"]; !p.schema.opaque() && (spec == nil || !spec.opaque()) {
		return false
	}
	for _, kind := range []string{"deployment", "statefulset", "daemonset", "cloneset", "job"} {
		if strings.ToLower(p.name()) == kind+"template" {
			return true
		}
	}
	return false
}

func isPodSpec(s *Schema) bool {
	if s == nil {
		return false
	}
	containers := s.Properties["containers"]
	if containers == nil || containers.Type != "array" || containers.Items == nil {
		return false
	}
	return containers.Items.Preserve || containers.Items.Properties["image"] != nil && containers.Items.Properties["name"] != nil
}

// many is the index of the first list or map on the way, -1 if there is none.
func (p place) many() int {
	for i, step := range p.path {
		if step.All {
			return i
		}
	}
	return -1
}

// counts are the numbers of replicas that stand beside the field or beside what it is in, the nearest first, up to the spec or
// the element of a list or map that it is in.
func (p place) counts() []place {
	var found []place
	for i := len(p.path) - 1; i > 0 && !p.path[i].All; i-- {
		if p.above[i] == nil {
			continue
		}
		for _, name := range []string{"replicas", "parallelism"} {
			if s := p.above[i].Properties[name]; s != nil && s.Type == "integer" {
				parent := place{path: p.path[:i], above: p.above[:i], schema: p.above[i]}
				found = append(found, parent.down(fieldpath.Step{Name: name}, s))
			}
		}
	}
	return found
}
