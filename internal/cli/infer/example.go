// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// exampleReplicas is the number of replicas of every example, so that one can be divided.
const exampleReplicas = 2

// Example returns an object that the schema would take, as far as it tells: what is required, the replicas, every pod template once
// and a few references. Values that only a person knows are made up.
func (d *Definition) Example() map[string]any {
	metadata := map[string]any{"name": "example"}
	if d.Namespaced {
		metadata["namespace"] = "default"
	}
	object := map[string]any{"apiVersion": d.Group + "/" + d.Version, "kind": d.Kind, "metadata": metadata}
	spec := d.root("spec")
	if spec.schema == nil {
		return object
	}
	object["spec"] = value(spec.schema, "spec")
	podTemplates, podSpecs := d.templates()
	for _, t := range podTemplates {
		put(d.Schema, object, t.place, map[string]any{"spec": podSpec()})
	}
	for _, t := range podSpecs {
		put(d.Schema, object, t.place, podSpec())
	}
	if path := d.countPath(podTemplates); path != "" && d.at(path) != nil {
		put(d.Schema, object, d.place(path), exampleReplicas)
	}
	for _, t := range podTemplates {
		for _, count := range t.counts() {
			put(d.Schema, object, count, exampleReplicas)
		}
	}
	for _, r := range d.references() {
		if !r.path.Many() && len(r.path) <= 3 {
			put(d.Schema, object, r.place, "example")
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
func put(schema *Schema, object map[string]any, p place, v any) {
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

// value makes a value of the schema, the smallest that it takes as far as it tells.
func value(s *Schema, name string) any {
	switch {
	case s == nil:
		return map[string]any{}
	case len(s.Default) > 0:
		return decode(s.Default)
	case len(s.Enum) > 0:
		return decode(s.Enum[0])
	case s.IntOrString, s.Type == "integer", s.Type == "number":
		if s.Minimum != nil && *s.Minimum > 1 {
			return int64(*s.Minimum)
		}
		return int64(1)
	case s.Type == "boolean":
		return false
	case s.Type == "string":
		return text(s, name)
	case s.Type == "array":
		elements := []any{}
		for range s.MinItems {
			elements = append(elements, value(s.Items, name))
		}
		return elements
	}
	object := map[string]any{}
	for _, required := range s.Required {
		object[required] = value(s.Properties[required], required)
	}
	return object
}

func decode(data []byte) any {
	var v any
	_ = json.Unmarshal(data, &v) // it was read as JSON before
	return v
}

// text makes a text that the pattern takes, "example" where none of the usual ones is taken.
func text(s *Schema, name string) string {
	candidates := []string{"example", "10m", "1", "v1", "https://example.com/example", "oci://example.com/example",
		"sha256:0000000000000000000000000000000000000000000000000000000000000000", "2026-01-01T00:00:00Z", "main@sha1:0000000000000000000000000000000000000000"}
	if s.Format == "date-time" {
		return "2026-01-01T00:00:00Z"
	}
	if strings.HasSuffix(strings.ToLower(name), "url") {
		candidates = slices.Insert(candidates, 0, "https://example.com/example")
	}
	pattern, err := regexp.Compile(s.Pattern)
	if err != nil {
		return candidates[0]
	}
	for _, candidate := range candidates {
		if pattern.MatchString(candidate) && len(candidate) >= s.MinLength {
			return candidate
		}
	}
	return "example"
}

// Member returns the object as it may stand in a member cluster: with a generation, and a status in which all is well as far as
// the schema tells what that looks like.
func (d *Definition) Member(object map[string]any) map[string]any {
	member := maps.Clone(object)
	metadata, _ := object["metadata"].(map[string]any)
	metadata = maps.Clone(metadata)
	if metadata == nil {
		metadata = map[string]any{}
	}
	metadata["generation"] = int64(1)
	annotations, _ := metadata["annotations"].(map[string]any)
	annotations = maps.Clone(annotations)
	if annotations == nil {
		annotations = map[string]any{}
	}
	annotations["resourcetemplate.karmada.io/generation"] = "1"
	metadata["annotations"] = annotations
	member["metadata"] = metadata
	if status := d.at("status"); len(status.names()) > 0 {
		member["status"] = d.statusOf(status, 0)
	}
	return member
}

// statusOf makes a status with every field that is not too deep.
func (d *Definition) statusOf(s *Schema, depth int) map[string]any {
	made := map[string]any{}
	for _, name := range s.names() {
		p := s.Properties[name]
		lower := strings.ToLower(name)
		switch {
		case strings.HasSuffix(lower, "observedgeneration"):
			made[name] = int64(1)
			if p.Type == "string" {
				made[name] = "1"
			}
		case isConditions(p):
			made[name] = d.conditions(p.Items)
		case p.Type == "integer" && counts(lower):
			made[name] = int64(exampleReplicas)
		case isPhase(lower, p):
			made[name] = goodPhase(p)
		case p.Type == "object" && len(p.Properties) > 0 && depth < 2:
			made[name] = d.statusOf(p, depth+1)
		case p.Type == "array", p.Type == "object", p.Type == "":
		default:
			made[name] = value(p, name)
		}
	}
	return made
}

func goodPhase(s *Schema) string {
	if _, good := verdicts(s); len(good) > 0 {
		return good[0]
	}
	if len(s.Enum) > 0 {
		text, _ := decode(s.Enum[0]).(string)
		return text
	}
	return "Running"
}

// conditions are those that the printer columns show, or else Ready; each is true.
func (d *Definition) conditions(s *Schema) []any {
	types := d.shown()
	if len(types) == 0 {
		types = []string{"Ready"}
	}
	var list []any
	for _, name := range types {
		condition, _ := value(&Schema{Type: "object", Required: s.Required, Properties: s.Properties}, "condition").(map[string]any)
		condition["type"], condition["status"] = name, "True"
		for field, text := range map[string]string{"reason": "Example", "message": "example"} {
			if isString(s.Properties[field]) {
				condition[field] = text
			}
		}
		list = append(list, condition)
	}
	return list
}

// kept returns the object, and the object as a member has changed it in the fields that retention is proposed for.
func (d *Definition) kept(object, member map[string]any) (desired, observed map[string]any) {
	desired, observed = copied(object), copied(without(member, "status"))
	podTemplates, _ := d.templates()
	if path := d.countPath(podTemplates); d.ReplicasPath != "" && d.at(path) != nil && len(podTemplates) < 2 {
		metadata, _ := desired["metadata"].(map[string]any)
		labels, _ := metadata["labels"].(map[string]any)
		if labels == nil {
			labels = map[string]any{}
		}
		labels["resourcetemplate.karmada.io/retain-replicas"] = "true"
		metadata["labels"] = labels
		put(d.Schema, observed, d.place(path), exampleReplicas+1)
	}
	for _, name := range []string{"suspend", "paused"} {
		if s := d.at("spec." + name); s != nil && s.Type == "boolean" {
			put(d.Schema, observed, d.place("spec."+name), true)
		}
	}
	return desired, observed
}

// copied is a deep copy of a JSON object.
func copied(object map[string]any) map[string]any {
	data, err := json.Marshal(object)
	if err != nil {
		return nil // it was made from JSON
	}
	var fresh map[string]any
	_ = json.Unmarshal(data, &fresh)
	return fresh
}

func without(object map[string]any, name string) map[string]any {
	rest := maps.Clone(object)
	delete(rest, name)
	return rest
}
