// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// columnCondition finds the type of a condition in the JSON path of a printer column.
var columnCondition = regexp.MustCompile(`^\.status\.conditions\[\?\(@\.type\s*==\s*["'](\w+)["']\)\]\.status$`)

// shown returns the types of conditions that the printer columns show.
func (d *Definition) shown() []string {
	var types []string
	for _, column := range d.Columns {
		if match := columnCondition.FindStringSubmatch(column); match != nil {
			types = append(types, match[1])
		}
	}
	return types
}

// clause is a part of the expression for health.
type clause struct{ expression, reason, decide string }

// health proposes that the newest generation was seen and, the first that applies: enough replicas are available, a condition
// that people are shown is true, no phase is one of failure, no condition says that it failed.
func (d *Definition) health(templates []template) Section {
	s := Section{Name: "healthInterpretation"}
	var clauses []clause
	if d.generation() {
		clauses = append(clauses, clause{"object.status.?observedGeneration == object.metadata.?generation", "status.observedGeneration", ""})
	}
	main, found := d.available(templates)
	if !found {
		main, found = d.condition()
	}
	if !found {
		main, found = d.phase()
	}
	if !found {
		main, found = d.notFailed()
	}
	if !found && len(clauses) == 0 {
		s.open("nothing in the schema says when an object is healthy; without healthInterpretation every object counts as healthy")
		return s
	}
	if found {
		clauses = append(clauses, main)
	}
	var expressions, reasons, decide []string
	for _, c := range clauses {
		expressions = append(expressions, c.expression)
		reasons = append(reasons, c.reason)
		if c.decide != "" {
			decide = append(decide, c.decide)
		}
	}
	if !found {
		decide = append(decide, "does it mean healthy that the newest generation was seen?")
	}
	s.add(strings.Join(reasons, "; "), "expression: >-\n  %s", strings.Join(expressions, " &&\n  "))
	s.decide("%s", strings.Join(decide, "; "))
	return s
}

// available compares the counts of the status with what is wanted.
func (d *Definition) available(templates []template) (clause, bool) {
	has := func(name string) bool { s := d.at("status." + name); return s != nil && s.Type == "integer" }
	if has("desiredNumberScheduled") && has("updatedNumberScheduled") && has("numberAvailable") {
		return clause{"object.status.updatedNumberScheduled >= object.status.desiredNumberScheduled &&\n" +
			"  object.status.numberAvailable >= object.status.updatedNumberScheduled", "the counts of a DaemonSet in the status", ""}, true
	}
	if has("matchedPods") && has("updatedPods") && has("readyPods") {
		return clause{"object.status.updatedPods >= object.status.matchedPods && object.status.readyPods >= object.status.updatedPods",
			"matchedPods, updatedPods and readyPods of the status", "must the pods be ready, too?"}, true
	}
	path := d.countPath(templates)
	if path == "" || len(templates) > 1 && d.ReplicasPath == "" {
		return clause{}, false
	}
	desired := optional("object", steps(path)) + ".orValue(" + d.defaultOf(path) + ")"
	for _, ready := range []string{"availableReplicas", "readyReplicas"} {
		switch {
		case has(ready) && has("updatedReplicas"):
			return clause{fmt.Sprintf("object.status.updatedReplicas >= %s &&\n  object.status.%s >= object.status.updatedReplicas", desired, ready),
				path + ", status.updatedReplicas and status." + ready, ""}, true
		case has(ready):
			return clause{fmt.Sprintf("object.status.%s >= %s", ready, desired), path + " and status." + ready, ""}, true
		}
	}
	return clause{}, false
}

// condition takes one that the printer columns show.
func (d *Definition) condition() (clause, bool) {
	if s := d.at("status.conditions"); s == nil || !isConditions(s) {
		return clause{}, false
	}
	shown := d.shown()
	for _, name := range []string{"Ready", "Available", "Healthy"} {
		if slices.Contains(shown, name) {
			return clause{fmt.Sprintf("object.status.conditions.exists(c, c.type == '%s' && c.status == 'True')", name),
				"a printer column shows the condition " + name, ""}, true
		}
	}
	return clause{}, false
}

// phase takes a text of the status that says how far the object has come, at the top or one object below.
func (d *Definition) phase() (clause, bool) {
	var paths []string
	status := d.at("status")
	for _, name := range status.names() {
		p := status.Properties[name]
		if isPhase(strings.ToLower(name), p) {
			paths = append(paths, name)
		}
		for _, inner := range p.names() {
			if isPhase(strings.ToLower(inner), p.Properties[inner]) && slices.Contains(d.Columns, ".status."+name+"."+inner) {
				paths = append(paths, name+"."+inner)
			}
		}
	}
	if len(paths) == 0 {
		return clause{}, false
	}
	var parts []string
	listed := true
	for _, path := range paths {
		bad, _ := verdicts(d.at("status." + path))
		listed = listed && len(d.at("status."+path).Enum) > 0
		if len(bad) > 0 {
			parts = append(parts, "!("+isBad(d.at("status."+path), optional("object", steps("status."+path))+".orValue('')")+")")
		}
	}
	if len(parts) == 0 {
		return clause{}, false
	}
	decide := "which phases mean that it has failed, and is one that waits healthy?"
	if !listed {
		decide = "the schema does not list the phases: " + decide
	}
	return clause{"has(object.status) && " + strings.Join(parts, " &&\n  "), "status." + strings.Join(paths, ", status.") + " by name", decide}, true
}

// notFailed wants conditions of which none says that it failed.
func (d *Definition) notFailed() (clause, bool) {
	s := d.at("status.conditions")
	if s == nil || !isConditions(s) {
		return clause{}, false
	}
	return clause{"object.status.conditions.size() > 0 &&\n  !object.status.conditions.exists(c, c.type == 'Failed' && c.status == 'True')",
		"status.conditions", "the schema does not list the types of conditions: which one says that it has failed, or is ready?"}, true
}
