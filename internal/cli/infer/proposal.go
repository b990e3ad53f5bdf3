// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"fmt"
	"strings"
)

// Line is one line of a description, or a few that belong together.
type Line struct {
	// Text is YAML, indented below its section. It is empty where there is only something to decide.
	Text string
	// Reason says what the line was inferred from.
	Reason string
	// Decide says what a person has to decide, empty for nothing.
	Decide string
}

// Section is an operation of a description.
type Section struct {
	// Name of the field of the description, such as replicaResource.
	Name string
	// Value stands beside the name of a section without lines of text.
	Value string
	Lines []Line
}

func (s *Section) add(reason, text string, args ...any) {
	s.Lines = append(s.Lines, Line{Text: fmt.Sprintf(text, args...), Reason: reason})
}

// decide marks what a person has to decide about the line that was added last.
func (s *Section) decide(text string, args ...any) {
	if len(s.Lines) == 0 {
		s.Lines = append(s.Lines, Line{})
	}
	s.Lines[len(s.Lines)-1].Decide = fmt.Sprintf(text, args...)
}

// open adds something to decide that has no line.
func (s *Section) open(text string, args ...any) {
	s.Lines = append(s.Lines, Line{Decide: fmt.Sprintf(text, args...)})
}

// empty reports whether the section says nothing yet.
func (s *Section) empty() bool {
	for _, line := range s.Lines {
		if line.Text != "" {
			return false
		}
	}
	return s.Value == ""
}

// Proposal is the description that was inferred.
type Proposal struct {
	Definition *Definition
	Sections   []Section
}

// Propose infers what it can. A definition without a schema leaves everything to decide.
func Propose(d *Definition) *Proposal {
	podTemplates, podSpecs := d.templates()
	p := &Proposal{Definition: d}
	p.Sections = append(p.Sections, d.replicas(podTemplates)...)
	p.Sections = append(p.Sections, d.retention(podTemplates), d.reflection(), d.aggregation(), d.health(podTemplates),
		d.dependencies(podTemplates, podSpecs))
	// A description wants at least one operation.
	switch hasNoStatus := d.Schema != nil && d.Schema.Properties["status"] == nil && !d.Schema.Preserve; {
	case p.empty() && hasNoStatus:
		p.Sections = append(p.Sections, Section{Name: "retention", Lines: []Line{{Text: "paths: []",
			Reason: "the schema has neither replicas nor a status", Decide: "does a member cluster own any field of the spec?"}}})
	case p.empty():
		p.Sections = append(p.Sections, Section{Name: "statusReflection", Lines: []Line{{Text: "expression: object.?status.orValue({})",
			Reason: "the schema says nothing about the status", Decide: "collect only what is of use in Karmada"}}})
	}
	return p
}

func (p *Proposal) empty() bool {
	for i := range p.Sections {
		if !p.Sections[i].empty() {
			return false
		}
	}
	return true
}

// Decisions returns how many decisions are open.
func (p *Proposal) Decisions() int {
	n := 0
	for _, section := range p.Sections {
		for _, line := range section.Lines {
			if line.Decide != "" {
				n++
			}
		}
	}
	return n
}

// YAML writes the description with its reasons as comments.
func (p *Proposal) YAML() []byte {
	d := p.Definition
	var w strings.Builder
	fmt.Fprintf(&w, "# %s of %s, inferred from its CustomResourceDefinition by interpret init.\n", d.Kind, d.Group)
	fmt.Fprintf(&w, "# The comments say from what. Settle every \"decide:\", then check with interpret vet and interpret test.\n")
	fmt.Fprintf(&w, "apiVersion: interpreter.workload.example.io/v1alpha1\nkind: KindDescription\nmetadata: {name: %s.%s}\nspec:\n", d.Plural, d.Group)
	fmt.Fprintf(&w, "  target: {apiVersion: %s/%s, kind: %s}\n", d.Group, d.Version, d.Kind)
	for _, section := range p.Sections {
		section.write(&w)
	}
	return []byte(w.String())
}

func (s *Section) write(w *strings.Builder) {
	if len(s.Lines) == 0 && s.Value == "" {
		return
	}
	comment := s.empty()
	if comment {
		fmt.Fprintf(w, "  # %s is not described.\n", s.Name)
	} else {
		fmt.Fprintf(w, "  %s:%s\n", s.Name, s.Value)
	}
	for _, line := range s.Lines {
		indent := "    "
		if comment {
			indent = "  "
		}
		rest := strings.TrimLeft(line.Text, " ")
		inner := indent + strings.Repeat(" ", len(line.Text)-len(rest))
		if line.Decide != "" {
			wrap(w, inner+"# ", "decide: "+line.Decide)
		}
		if line.Text == "" {
			continue
		}
		if line.Reason != "" && (strings.Contains(line.Text, "\n") || len(inner)+len(rest)+len(line.Reason) > 130) {
			wrap(w, inner+"# ", line.Reason)
			line.Reason = ""
		}
		text := strings.ReplaceAll(rest, "\n", "\n"+inner)
		if line.Reason != "" {
			text += "  # " + line.Reason
		}
		fmt.Fprintf(w, "%s%s\n", inner, text)
	}
}

// wrap writes words in lines of some 120 characters, each behind the prefix.
func wrap(w *strings.Builder, prefix, text string) {
	length := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			w.WriteString(prefix)
			length = len(prefix)
		case length+len(word) > 120:
			w.WriteString("\n" + prefix)
			length = len(prefix)
		default:
			w.WriteByte(' ')
			length++
		}
		w.WriteString(word)
		length += len(word)
	}
	w.WriteByte('\n')
}
