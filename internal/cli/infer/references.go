// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
)

// maxReferences bounds how many paths of a sort are proposed: those that are nearest to the root.
const maxReferences = 12

// reference is a field that names another object.
type reference struct {
	place
	// sort is the field of the description that the path belongs to.
	sort, reason string
	// namespaced marks one that may name a namespace of its own.
	namespaced bool
}

// dependencies proposes pod templates, and the fields that name Secrets, ConfigMaps, service accounts and claims.
func (d *Definition) dependencies(podTemplates, podSpecs []template) Section {
	s := Section{Name: "dependencyInterpretation"}
	for _, group := range []struct {
		name      string
		templates []template
	}{{"podTemplates", podTemplates}, {"podSpecs", podSpecs}} {
		if len(group.templates) == 0 {
			continue
		}
		s.add("", "%s:", group.name)
		for _, t := range group.templates {
			s.add(t.reason, "  - %s", t)
		}
	}
	if !d.Namespaced {
		if references := d.references(); len(references) > 0 {
			s.open("the kind is in no namespace: in which one are the objects that %s and %d other fields name?", references[0], len(references)-1)
		}
		return s
	}
	references := d.references()
	for _, sort := range []string{"secrets", "configMaps", "serviceAccounts", "persistentVolumeClaims"} {
		s.references(sort, references)
	}
	s.chosen(d)
	return s
}

func (s *Section) references(sort string, all []reference) {
	var some []reference
	for _, r := range all {
		if r.sort == sort {
			some = append(some, r)
		}
	}
	if len(some) == 0 {
		return
	}
	slices.SortStableFunc(some, func(a, b reference) int { return cmp.Compare(len(a.path), len(b.path)) })
	s.add("", "%s:", sort)
	if n := len(some) - maxReferences; n > 0 {
		s.decide("the schema has %d more fields that name %s, deeper than these; add those that are used", n, sort)
		some = some[:maxReferences]
	}
	for _, r := range some {
		s.add(r.reason, "  - %s", r)
		if r.namespaced {
			s.decide("the field may name a namespace of its own, which a path ignores")
		}
	}
}

// references finds fields of the spec that name other objects, outside of pod templates.
func (d *Definition) references() []reference {
	var found []reference
	d.spec().walk(func(p place) bool {
		if isPodSpec(p.schema.Properties["spec"]) || isPodSpec(p.schema) {
			return false
		}
		r, ok := refer(p)
		if ok {
			found = append(found, r)
		}
		return !ok
	})
	return found
}

// refer reports whether a field names another object, by its name and shape.
func refer(p place) (reference, bool) {
	name := p.name()
	lower := strings.ToLower(name)
	last := p.path[len(p.path)-1]
	switch {
	case last.All && name == "imagePullSecrets":
		return inner(p, "secrets", "as in a pod")
	case last.All:
		return reference{}, false
	case isString(p.schema):
		for _, known := range []struct{ suffix, sort string }{
			{"secretname", "secrets"}, {"configmapname", "configMaps"}, {"configmap", "configMaps"},
			{"serviceaccountname", "serviceAccounts"}, {"serviceaccount", "serviceAccounts"},
			{"claimname", "persistentVolumeClaims"},
		} {
			if strings.HasSuffix(lower, known.suffix) {
				return reference{place: p, sort: known.sort, reason: "named as a reference"}, true
			}
		}
	case strings.HasSuffix(lower, "secretref"), strings.HasSuffix(lower, "secretkeyref"), strings.HasSuffix(lower, "secret"):
		return inner(p, "secrets", "named as a reference")
	case strings.HasSuffix(lower, "configmapref"), strings.HasSuffix(lower, "configmapkeyref"), strings.HasSuffix(lower, "configmap"):
		return inner(p, "configMaps", "named as a reference")
	}
	return reference{}, false
}

// inner refers to the name in an object.
func inner(p place, sort, reason string) (reference, bool) {
	s := p.schema.Properties["name"]
	if !isString(s) {
		return reference{}, false
	}
	return reference{place: p.down(fieldpath.Step{Name: "name"}, s), sort: sort, reason: reason,
		namespaced: p.schema.Properties["namespace"] != nil}, true
}

// chosen proposes an expression for lists whose elements choose between a Secret and a ConfigMap by their kind.
func (s *Section) chosen(d *Definition) {
	var terms, reasons []string
	d.spec().walk(func(p place) bool {
		if isPodSpec(p.schema.Properties["spec"]) || isPodSpec(p.schema) {
			return false
		}
		kind := p.schema.Properties["kind"]
		if kind == nil || !isString(p.schema.Properties["name"]) || len(p.path) == 0 || !p.path[len(p.path)-1].All ||
			p.path[:len(p.path)-1].Many() {
			return true
		}
		var kinds []string
		for _, value := range kind.Enum {
			if text := strings.Trim(string(value), `"`); text == "Secret" || text == "ConfigMap" {
				kinds = append(kinds, "'"+text+"'")
			}
		}
		if len(kinds) == 0 {
			return true
		}
		terms = append(terms, fmt.Sprintf("%s.orValue([]).filter(r, r.?kind.orValue('') in [%s] && r.?name.orValue('') != '').map(r, {\n"+
			"    'apiVersion': 'v1', 'kind': r.kind, ?'namespace': object.metadata.?namespace, 'name': r.name})",
			optional("object", p.path[:len(p.path)-1]), strings.Join(kinds, ", ")))
		reasons = append(reasons, p.String()+" has a name, and a kind that may be "+strings.Join(kinds, " or "))
		return false
	})
	if len(terms) > 0 {
		s.add(strings.Join(reasons, "; "), "expression: >-\n  %s", strings.Join(terms, " +\n  "))
	}
}
