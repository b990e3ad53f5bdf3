// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import "strings"

// reflection proposes all fields of the status.
func (d *Definition) reflection() Section {
	s := Section{Name: "statusReflection"}
	names := d.at("status").names()
	if len(names) == 0 {
		if d.ReplicasPath == "" {
			s.open("the schema says nothing about the status: which fields of it are of use in Karmada?")
			return s
		}
	}
	if len(names) == 0 {
		s.add("there is a scale subresource, and the schema says nothing about the status", "fields: [replicas, readyReplicas]")
		return s
	}
	if d.generation() {
		s.add("status.observedGeneration says which generation of the member's object a status is about", "generation: true")
	}
	s.add("the fields that the schema has below status", "fields: [%s]", list(names))
	if len(names) > 12 {
		s.decide("what is not of use in Karmada need not be collected, such as long lists")
	}
	return s
}

// generation reports whether the status has an observed generation that is a number.
func (d *Definition) generation() bool {
	s := d.at("status.observedGeneration")
	return s != nil && s.Type == "integer"
}

// list writes names with line breaks, to stand in a YAML list below a field of a section.
func list(names []string) string {
	var w strings.Builder
	length := 0
	for i, name := range names {
		switch {
		case i == 0:
		case length+len(name) > 100:
			w.WriteString(",\n  ")
			length = 0
		default:
			w.WriteString(", ")
		}
		length += len(name) + 2
		w.WriteString(name)
	}
	return w.String()
}
