// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"regexp"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// Problem is a mistake in one of the editors.
type Problem struct {
	// Editor is the name of the editor: "description", "object", "member" or "members/N".
	Editor string `json:"editor"`
	// Line and Column count from 1. They are 1 where the place is not known.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Message says what is wrong.
	Message string `json:"message"`
}

// Place is where a field stands in the text of an editor.
type Place struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// lineOf finds the line that an error of the YAML library names.
var lineOf = regexp.MustCompile(`\bline (\d+): `)

func syntaxProblem(editor string, err error) Problem {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	problem := Problem{Editor: editor, Line: 1, Column: 1, Message: "cannot read the text: " + lineOf.ReplaceAllString(text, "")}
	if match := lineOf.FindStringSubmatch(text); match != nil {
		problem.Line, _ = strconv.Atoi(match[1])
	}
	return problem
}

// places finds fields in the text of an editor.
type places struct {
	root *yamlv3.Node
}

// placesIn returns the places of a text. In one that cannot be parsed every field stands at the beginning.
func placesIn(text string) places {
	var document yamlv3.Node
	if yamlv3.Unmarshal([]byte(text), &document) != nil || len(document.Content) == 0 {
		return places{}
	}
	return places{root: document.Content[0]}
}

// of returns the place of the field, or of the nearest one above it that is there. The steps are names and indices.
func (p places) of(steps []string) Place {
	if p.root == nil {
		return Place{Line: 1, Column: 1}
	}
	node := p.root
	place := Place{Line: node.Line, Column: node.Column}
	for _, step := range steps {
		key, value := child(node, step)
		if value == nil {
			break
		}
		place = Place{Line: key.Line, Column: key.Column}
		node = value
	}
	return place
}

// child returns the node below that the step leads to and the one that is to be shown for it, nil if there is none.
func child(node *yamlv3.Node, step string) (shown, value *yamlv3.Node) {
	if node.Kind == yamlv3.AliasNode {
		node = node.Alias
	}
	switch node.Kind {
	case yamlv3.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == step {
				return node.Content[i], node.Content[i+1]
			}
		}
	case yamlv3.SequenceNode:
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(node.Content) {
			return node.Content[i], node.Content[i]
		}
	}
	return nil, nil
}

// pathOf finds the path in a message of an interpreter, such as "cannot decode object.spec.replicas: want integer".
var pathOf = regexp.MustCompile(`\b(object|observedObject|status)((?:\.[\w-]+|\[\d+\]|\["[^"]*"\])+)`)

// step is one step of such a path.
var step = regexp.MustCompile(`\.([\w-]+)|\[(\d+)\]|\["([^"]*)"\]`)

// mentioned returns the first path that a message mentions: whose path it is, and its steps.
func mentioned(message string) (root string, steps []string) {
	match := pathOf.FindStringSubmatch(message)
	if match == nil {
		return "", nil
	}
	for _, part := range step.FindAllStringSubmatch(match[2], -1) {
		steps = append(steps, part[1]+part[2]+part[3])
	}
	return match[1], steps
}

// evaluatedOf finds the field in a message of a described kind, such as "cannot evaluate healthInterpretation.expression of
// kind CloneSet: no such key".
var evaluatedOf = regexp.MustCompile(`^cannot evaluate (\S+) of kind `)

// evaluated returns the steps to the field of the description that a message names, nil for none.
func evaluated(message string) []string {
	match := evaluatedOf.FindStringSubmatch(message)
	if match == nil {
		return nil
	}
	steps := []string{"spec"}
	for _, part := range step.FindAllStringSubmatch("."+match[1], -1) {
		steps = append(steps, part[1]+part[2]+part[3])
	}
	return steps
}

// pointer returns the steps of a JSON pointer.
func pointer(path string) []string {
	if path == "" {
		return nil
	}
	steps := strings.Split(strings.TrimPrefix(path, "/"), "/")
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for i := range steps {
		steps[i] = unescape.Replace(steps[i])
	}
	return steps
}
