// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package strictyaml decodes YAML into Go structs and says of every mistake in which line and column it stands and what was
// expected. Unknown fields, fields given twice, other types, null, aliases and merge keys are mistakes.
//
// A field of a struct has the tag yaml:"name" with these options: "required"; "short", a string in place of the object
// means this field; "map", the field is a slice of structs with Name and Value and stands for an object whose order is kept;
// "empty", a list may have no element.
package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxNesting bounds how deep a document may be nested; the deepest that means something has six levels.
const maxNesting = 32

// Decode decodes each document of the file into a T. Documents without content are skipped. The error is Problems.
func Decode[T any](file string, data []byte) ([]*T, error) {
	d := &decoder{file: file, lines: strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")}
	nodes, err := documents(data)
	if err != nil {
		return nil, Problems{syntax(file, err)}
	}
	var all []*T
	for _, node := range nodes {
		v := new(T)
		d.value(node, "", reflect.ValueOf(v).Elem(), 0)
		all = append(all, v)
	}
	return all, d.problems.Err()
}

func documents(data []byte) ([]*yaml.Node, error) {
	var nodes []*yaml.Node
	for decoder := yaml.NewDecoder(bytes.NewReader(data)); ; {
		var document yaml.Node
		switch err := decoder.Decode(&document); {
		case errors.Is(err, io.EOF):
			return nodes, nil
		case err != nil:
			return nil, err
		case len(document.Content) == 1 && document.Content[0].Tag != "!!null":
			nodes = append(nodes, document.Content[0])
		}
	}
}

// syntax reads the line out of an error of the YAML library.
func syntax(file string, err error) *Problem {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	p := &Problem{Position: Position{File: file, Line: 1, Column: 1}, Message: "want valid YAML: " + text}
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			if line, err := strconv.Atoi(number); err == nil {
				p.Line, p.Message = line, "want valid YAML: "+message
			}
		}
	}
	return p
}

type decoder struct {
	file     string
	lines    []string
	problems Problems
}

func (d *decoder) fail(node *yaml.Node, field, format string, args ...any) {
	d.problems = append(d.problems, &Problem{
		Position: Position{File: d.file, Line: node.Line, Column: node.Column}, Field: field, Message: fmt.Sprintf(format, args...),
	})
}

var (
	textType = reflect.TypeFor[Text]()
	anyType  = reflect.TypeFor[any]()
)

// value decodes a node into v, which is settable.
func (d *decoder) value(node *yaml.Node, field string, v reflect.Value, depth int) {
	switch {
	case depth > maxNesting:
		d.fail(node, field, "want at most %d levels, got more", maxNesting)
	case node.Kind == yaml.AliasNode:
		d.fail(node, field, "want the value itself, got an alias")
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.value(node, field, v.Elem(), depth)
	case v.Type() == textType:
		if d.want(node, field, yaml.ScalarNode, "!!str", "string") {
			v.Set(reflect.ValueOf(d.text(node, field)))
		}
	case v.Type() == anyType:
		d.any(node, field, v)
	case v.Kind() == reflect.Struct:
		d.object(node, field, v, depth)
	case v.Kind() == reflect.Slice:
		d.list(node, field, v, depth)
	default:
		d.scalar(node, field, v)
	}
}

func (d *decoder) text(node *yaml.Node, field string) Text {
	return Text{Value: node.Value, Field: field, Start: Position{File: d.file, Line: node.Line, Column: node.Column},
		lines: d.lines, style: node.Style &^ yaml.TaggedStyle}
}

// want reports whether the node has the kind and, where tag is not empty, the tag.
func (d *decoder) want(node *yaml.Node, field string, kind yaml.Kind, tag, name string) bool {
	if node.Kind == kind && (tag == "" || node.Tag == tag) {
		return true
	}
	d.fail(node, field, "want %s, got %s", name, nameOf(node))
	return false
}

func (d *decoder) list(node *yaml.Node, field string, v reflect.Value, depth int) {
	if !d.want(node, field, yaml.SequenceNode, "", "list") {
		return
	}
	if len(node.Content) == 0 {
		d.fail(node, field, "want at least one element, got none")
	}
	v.Set(reflect.MakeSlice(v.Type(), len(node.Content), len(node.Content)))
	for i, element := range node.Content {
		d.value(element, fmt.Sprintf("%s[%d]", field, i), v.Index(i), depth+1)
	}
}

func (d *decoder) scalar(node *yaml.Node, field string, v reflect.Value) {
	tag, name := "!!str", "string"
	switch v.Kind() {
	case reflect.Bool:
		tag, name = "!!bool", "boolean"
	case reflect.Int64:
		tag, name = "!!int", "integer"
	}
	if !d.want(node, field, yaml.ScalarNode, tag, name) {
		return
	}
	if err := node.Decode(v.Addr().Interface()); err != nil {
		d.fail(node, field, "want %s, got another value", name)
	}
}

// any takes a value of any type without aliases, as maps, slices, strings, booleans, int and float64.
func (d *decoder) any(node *yaml.Node, field string, v reflect.Value) {
	if alias := aliasIn(node); alias != nil {
		d.fail(alias, field, "want the value itself, got an alias")
		return
	}
	if node.Tag == "!!null" {
		d.fail(node, field, "want a value, got nothing")
		return
	}
	plainTimes(node)
	if err := node.Decode(v.Addr().Interface()); err != nil {
		d.fail(node, field, "want a value that JSON has, got another one")
	}
}

// plainTimes makes texts of what looks like a time, as Kubernetes reads YAML.
func plainTimes(node *yaml.Node) {
	if node.Tag == "!!timestamp" {
		node.Tag = "!!str"
	}
	for _, inner := range node.Content {
		plainTimes(inner)
	}
}

// aliasIn returns the first alias in a node, nil if there is none.
func aliasIn(node *yaml.Node) *yaml.Node {
	if node.Kind == yaml.AliasNode {
		return node
	}
	for _, inner := range node.Content {
		if alias := aliasIn(inner); alias != nil {
			return alias
		}
	}
	return nil
}

// nameOf says what a node is.
func nameOf(node *yaml.Node) string {
	switch node.Kind {
	case yaml.MappingNode:
		return "object"
	case yaml.SequenceNode:
		return "list"
	}
	switch node.Tag {
	case "!!str":
		return "string"
	case "!!int":
		return "integer"
	case "!!float":
		return "number"
	case "!!bool":
		return "boolean"
	case "!!null":
		return "nothing"
	}
	return "another type"
}
