// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"

	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// Parse reads the descriptions in the YAML documents of a file; the name is what errors call it. It checks everything but the
// expressions: form, paths, and which fields go together. The error is strictyaml.Problems.
func Parse(name string, data []byte) ([]*Description, error) {
	descriptions, err := strictyaml.Decode[Description](name, data)
	problems := meant(descriptions, strictyaml.All(err))
	if len(problems) == 0 && len(descriptions) == 0 {
		problems = strictyaml.Problems{{Position: strictyaml.Position{File: name, Line: 1, Column: 1}, Message: "want a " + DescriptionKind + ", got nothing"}}
	}
	for _, d := range descriptions {
		if len(problems) == 0 {
			problems = append(problems, d.check()...)
		}
	}
	return descriptions, problems.Err()
}

// meant checks the heads of the documents. That a document is no description is the only problem of one: what a description would
// have there helps nobody.
func meant(descriptions []*Description, problems strictyaml.Problems) strictyaml.Problems {
	c := &checker{problems: problems}
	for i, d := range descriptions {
		if d.Kind.Value == DescriptionKind || strings.HasPrefix(d.APIVersion.Value, group) {
			c.constant(d.APIVersion, APIVersion)
			c.constant(d.Kind, DescriptionKind)
			continue
		}
		within := func(p *strictyaml.Problem) bool {
			return p.Line >= d.Line && (i+1 == len(descriptions) || p.Line < descriptions[i+1].Line)
		}
		isAbsent := func(p *strictyaml.Problem) bool { return within(p) && p.Message == "want field spec, got none" }
		switch {
		case d.Kind.Present():
			c.problems = slices.DeleteFunc(c.problems, within)
			c.constant(d.Kind, DescriptionKind)
		case !d.APIVersion.Present() && d.Spec.Line == 0 && slices.ContainsFunc(c.problems, isAbsent):
			c.problems = slices.DeleteFunc(c.problems, within)
			c.fail(d.Position, "", "want a "+DescriptionKind+", got an object without apiVersion, kind and spec")
		}
	}
	return c.problems
}

// GroupVersionKind returns the kind that is described.
func (d *Description) GroupVersionKind() metav1.GroupVersionKind {
	version, _ := schema.ParseGroupVersion(d.Spec.Target.APIVersion.Value)
	return metav1.GroupVersionKind{Group: version.Group, Version: version.Version, Kind: d.Spec.Target.Kind.Value}
}

// checker collects what is wrong with the form of a description.
type checker struct {
	problems strictyaml.Problems
}

func (c *checker) fail(at strictyaml.Position, field, message string) {
	c.problems = append(c.problems, &strictyaml.Problem{Position: at, Field: field, Message: message})
}

func (d *Description) check() strictyaml.Problems {
	c := &checker{}
	c.target(&d.Spec.Target)
	c.variables(d.Spec.Variables)
	if !d.Spec.describes() {
		c.fail(d.Spec.Position, "spec", "want at least one operation such as replicaResource or healthInterpretation, got none")
	}
	c.replicaResource(d.Spec.ReplicaResource)
	c.componentResource(d.Spec.ComponentResource)
	if r := d.Spec.ReplicaRevision; r != nil {
		c.rules(r.Paths, 1)
	}
	if r := d.Spec.Retention; r != nil {
		c.rules(r.Paths, 0)
	}
	c.statusReflection(d.Spec.StatusReflection)
	c.statusAggregation(d.Spec.StatusAggregation)
	c.generations(&d.Spec)
	c.dependencyInterpretation(d.Spec.DependencyInterpretation)
	return c.problems
}

func (s *Spec) describes() bool {
	return s.ReplicaResource != nil || s.ComponentResource != nil || s.ReplicaRevision != nil || s.Retention != nil ||
		s.StatusReflection != nil || s.StatusAggregation != nil || s.HealthInterpretation != nil || s.DependencyInterpretation != nil
}

func (c *checker) constant(text strictyaml.Text, want string) {
	if text.Present() && text.Value != want {
		c.fail(text.Start, text.Field, "want "+want+", got something else")
	}
}

func (c *checker) target(target *Target) {
	version, err := schema.ParseGroupVersion(target.APIVersion.Value)
	wrong := len(validation.IsDNS1035Label(version.Version)) > 0 || version.Group != "" && len(validation.IsDNS1123Subdomain(version.Group)) > 0
	if err != nil || wrong || strings.HasPrefix(target.APIVersion.Value, "/") {
		c.fail(target.APIVersion.Start, target.APIVersion.Field, "want group/version such as apps.example.com/v1, got something else")
	}
	if len(validation.IsDNS1035Label(strings.ToLower(target.Kind.Value))) > 0 {
		c.fail(target.Kind.Start, target.Kind.Field, "want the name of a kind such as CloneSet, got something else")
	}
}

// variables wants names that an expression can write, each once.
func (c *checker) variables(variables []Variable) {
	seen := map[string]bool{}
	for _, v := range variables {
		switch name := v.Name.Value; {
		case !isIdentifier(name):
			c.fail(v.Name.Start, v.Name.Field, "want letters, digits and underscores, got another character")
		case seen[name]:
			c.fail(v.Name.Start, v.Name.Field, "the name "+name+" is given twice")
		default:
			seen[name] = true
		}
	}
}

func isIdentifier(name string) bool {
	for i := range len(name) {
		b := name[i]
		letter := b == '_' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
		if !letter && (i == 0 || b < '0' || b > '9') {
			return false
		}
	}
	return name != ""
}
