// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"encoding/json"
	"maps"
	"strings"
)

// Member returns the object as it may stand in a member cluster: with a generation, and a status in which all is well as far as
// the schema says what that looks like.
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
		put(observed, d.place(path), exampleReplicas+1)
	}
	for _, name := range []string{"suspend", "paused"} {
		if s := d.at("spec." + name); s != nil && s.Type == "boolean" {
			put(observed, d.place("spec."+name), true)
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
