// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"slices"
	"strings"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
	"workload.example.io/interpreter/internal/webhook"
)

// function is what answers: the kinds that the command was built with, or those that the page describes.
type function struct {
	// registry is nil if the description has mistakes, which are the problems.
	registry *interpreter.Registry
	client   *client.Client
	problems []Problem
	// described reports whether the kinds come from the page.
	described bool
}

func newFunction(registry *interpreter.Registry) *function {
	return &function{registry: registry, client: client.InProcess(webhook.New(registry, nil))}
}

// function returns what answers with the description. The latest is kept, because most edits are those of an object.
func (p *Page) function(description string) *function {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.latest == nil || p.latestText != description {
		p.latest, p.latestText = p.describe(description), description
	}
	return p.latest
}

// describe compiles the descriptions of the text. They replace a kind in Go of the same name, as they do when deployed.
func (p *Page) describe(text string) *function {
	if strings.TrimSpace(text) == "" {
		return newFunction(p.registry)
	}
	set, err := described.Load(described.Source{Name: "description", Data: []byte(text)})
	if err == nil {
		err = set.Compile()
	}
	if err != nil {
		return &function{described: true, problems: inDescription(err)}
	}
	kinds := p.registry.Kinds()
	for _, kind := range set.Kinds() {
		kinds = slices.DeleteFunc(kinds, func(other interpreter.Kind) bool { return other.Group == kind.Group && other.Kind == kind.Kind })
		kinds = append(kinds, kind)
	}
	registry, err := interpreter.NewRegistry(kinds...)
	if err != nil {
		return &function{described: true, problems: inDescription(err)}
	}
	made := newFunction(registry)
	made.described = true
	return made
}

// inDescription lists the mistakes that an error of package described stands for.
func inDescription(err error) []Problem {
	var problems []Problem
	for _, found := range strictyaml.All(err) {
		message := found.Message
		if found.Field != "" {
			message = found.Field + ": " + message
		}
		problems = append(problems, Problem{Editor: "description", Line: max(found.Line, 1), Column: max(found.Column, 1), Message: message})
	}
	return problems
}
