// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import "fmt"

// retention proposes what Karmada's own scripts keep: replicas that an autoscaler in the member owns, and a switch that pauses.
func (d *Definition) retention(templates []template) Section {
	s := Section{Name: "retention"}
	var rules []Line
	if path := d.countPath(templates); d.ReplicasPath != "" && path != "" && len(templates) < 2 {
		rules = append(rules, Line{
			Text:   fmt.Sprintf("  - path: %s\n  when: \"object.metadata.?labels[?'resourcetemplate.karmada.io/retain-replicas'].orValue('') == 'true'\"", path),
			Reason: "scale subresource: an autoscaler in a member may own the replicas, which Karmada's label says"})
	}
	for _, name := range []string{"suspend", "paused"} {
		if schema := d.at("spec." + name); schema != nil && schema.Type == "boolean" {
			rules = append(rules, Line{
				Text:   fmt.Sprintf("  - {path: spec.%s, when: has(observedObject.spec.%s)}", name, name),
				Reason: "a switch with a well-known name",
				Decide: "may people in a member pause it? Else what the template says must win, and the line must go"})
		}
	}
	if len(rules) > 0 {
		s.add("", "paths:")
		s.Lines = append(s.Lines, rules...)
	}
	return s
}
