// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import "strings"

// replicas proposes replicaResource with replicaRevision for a kind with one pod template, and componentResource for one with several.
func (d *Definition) replicas(templates []template) []Section {
	single := len(templates) == 0 || len(templates) == 1 && templates[0].many() < 0
	switch {
	case d.Schema == nil:
		return []Section{{Name: "replicaResource", Lines: []Line{{Decide: "the definition has no schema: does the kind have replicas, and where?"}}}}
	case isString(d.at("spec.schedule")):
		return []Section{{Name: "replicaResource", Lines: []Line{{Decide: "spec.schedule makes other objects from time to time; what they need is known when they run"}}}}
	case d.at("status.desiredNumberScheduled") != nil:
		return []Section{{Name: "replicaResource", Lines: []Line{{Decide: "status.desiredNumberScheduled: one pod a node, so there is nothing to divide"}}}}
	case single && d.countPath(templates) != "":
		return d.counted(templates)
	case single && len(templates) == 1:
		s := Section{Name: "replicaResource"}
		s.add("the schema has a pod template and no number of replicas", `expression: "1"`)
		s.decide("is it always one pod? Without replicaResource Karmada schedules the object as a whole")
		s.add(templates[0].reason, "template: %s", templates[0])
		return []Section{s}
	case d.alternatives(templates):
		return d.counted(templates)
	case single:
		return []Section{{Name: "replicaResource", Lines: []Line{{Decide: "the schema has neither replicas nor a pod template; if the kind has none, Karmada needs no answer"}}}}
	}
	return []Section{d.components(templates)}
}

// countPath is the path of the number of replicas of the whole object, empty if there is none.
func (d *Definition) countPath(templates []template) string {
	if d.ReplicasPath != "" {
		return d.ReplicasPath
	}
	for _, path := range []string{"spec.replicas", "spec.parallelism"} {
		if s := d.at(path); s != nil && s.Type == "integer" {
			return path
		}
	}
	if len(templates) == 1 {
		if counts := templates[0].counts(); len(counts) > 0 {
			return counts[0].String()
		}
	}
	return ""
}

func (d *Definition) counted(templates []template) []Section {
	path := d.countPath(templates)
	reason := path + " is an integer; there is no scale subresource"
	if d.ReplicasPath != "" {
		reason = "scale subresource, specReplicasPath"
	}
	s := Section{Name: "replicaResource"}
	s.add(reason, "path: %s", path)
	if schema := d.at(path); schema != nil && isCount(schema.Default) {
		s.add("the default of the schema", "default: %s", schema.Default)
	} else {
		s.add("as for a Deployment; the schema has no default", "default: 1")
		s.decide("how many does the controller run if the field is absent?")
	}
	switch {
	case len(templates) == 1:
		s.add(templates[0].reason, "template: %s", templates[0])
		if templates[0].unknown {
			s.decide("is it a pod template?")
		}
	case len(templates) > 1:
		var terms []string
		for _, t := range templates {
			terms = append(terms, "?"+optional("object", t.path))
		}
		s.add("the schema has several pod templates, each that of another kind; the first that is there",
			"requirements: >-\n  [%s].first().optMap(t, podRequirements(t))", strings.Join(terms, ",\n   "))
	default:
		s.open("no pod template was found: what does a replica require? (template or requirements)")
	}
	revision := Section{Name: "replicaRevision"}
	revision.add(reason, "paths: [%s]", path)
	return []Section{s, revision}
}

// alternatives reports whether the templates are those of other kinds of which an object has one, counted by the scale subresource.
func (d *Definition) alternatives(templates []template) bool {
	if d.ReplicasPath == "" || len(templates) < 2 {
		return false
	}
	for _, t := range templates {
		if n := len(t.path); t.many() >= 0 || n < 4 || t.path[n-2].Name != "spec" || t.path[:n-3].String() != templates[0].path[:max(n-3, 0)].String() {
			return false
		}
	}
	return true
}
