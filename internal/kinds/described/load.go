// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// Set is all descriptions of a deployment. It is safe for concurrent use.
type Set struct {
	kinds []*lazy
	crds  []Source
}

// Load parses the sources. A CustomResourceDefinition is what the description of its kind is checked against; what else stands in a
// source with one is not read. No expression is looked at; see Compile. The error is strictyaml.Problems, also where nothing is
// described.
func Load(sources ...Source) (*Set, error) {
	set := &Set{}
	var problems strictyaml.Problems
	for _, source := range sources {
		text, crds := source.split()
		if crds.Data != nil {
			set.crds = append(set.crds, crds)
			if isBlank(text.Data) {
				continue
			}
		}
		descriptions, err := Parse(text.Name, text.Data)
		problems = append(problems, strictyaml.All(err)...)
		if err != nil {
			continue
		}
		for _, d := range descriptions {
			set.kinds = append(set.kinds, set.lazy(d))
		}
	}
	if len(problems) == 0 && len(set.kinds) == 0 && len(sources) > 0 {
		at := strictyaml.Position{File: sources[0].Name, Line: 1, Column: 1}
		problems = strictyaml.Problems{{Position: at, Message: "want a " + DescriptionKind + ", got CustomResourceDefinitions only"}}
	}
	return set, append(problems, set.doubled()...).Err()
}

// doubled finds kinds that are described twice.
func (s *Set) doubled() (problems strictyaml.Problems) {
	seen := map[string]*Description{}
	for _, l := range s.kinds {
		gvk := l.description.GroupVersionKind()
		name := gvk.Kind + "." + gvk.Group
		if other := seen[name]; other != nil {
			at := other.Spec.Target.Kind.Start
			problems = append(problems, &strictyaml.Problem{Position: l.description.Spec.Target.Kind.Start, Field: "spec.target",
				Message: fmt.Sprintf("%s is described twice, also in %s", name, at)})
		}
		seen[name] = l.description
	}
	return problems
}

// Kinds returns the kinds. Each is compiled at its first call, or by Compile.
func (s *Set) Kinds() []interpreter.Kind {
	kinds := make([]interpreter.Kind, len(s.kinds))
	for i, l := range s.kinds {
		kinds[i] = interpreter.Kind{GroupVersionKind: l.description.GroupVersionKind(), Interpreter: l}
	}
	return kinds
}

// Compile compiles all kinds and checks them against the CRDs beside them. The error is strictyaml.Problems.
func (s *Set) Compile() error {
	var problems strictyaml.Problems
	for _, l := range s.kinds {
		_, err := l.compile()
		problems = append(problems, strictyaml.All(err)...)
	}
	if len(problems) == 0 {
		problems = s.check()
	}
	return problems.Err()
}

func (s *Set) lazy(d *Description) *lazy {
	return &lazy{description: d, compile: sync.OnceValues(func() (*kind, error) {
		compiled, err := Compile(d)
		if err != nil {
			return nil, err
		}
		return compiled.Interpreter.(*kind), nil
	})}
}

// Replace returns the kinds with those that are described: in place of one of the same group and name, whose manifests it takes over, or
// behind all. It calls told with each that replaces another.
func Replace(kinds, described []interpreter.Kind, told func(interpreter.Kind)) []interpreter.Kind {
	all := slices.Clone(kinds)
	for _, kind := range described {
		i := slices.IndexFunc(all, func(k interpreter.Kind) bool { return k.Group == kind.Group && k.Kind == kind.Kind })
		if i < 0 {
			all = append(all, kind)
			continue
		}
		kind.Manifests = all[i].Manifests
		all[i] = kind
		told(kind)
	}
	return all
}

// Summary has one line for each kind: its name, its operations and what it was checked against.
func (s *Set) Summary() []string {
	var lines []string
	for i, k := range s.Kinds() {
		var operations []string
		for _, operation := range k.Operations() {
			operations = append(operations, string(operation))
		}
		against := "without a CRD"
		if s.kinds[i].checked {
			against = "against its CRD"
		}
		lines = append(lines, fmt.Sprintf("%s %s, checked %s: %s", k.Group+"/"+k.Version, k.Kind, against, strings.Join(operations, ", ")))
	}
	return lines
}
