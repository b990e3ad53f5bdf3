// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package reference makes the JSON Schema of descriptions for editors, and docs/kinds-reference.md for people, out of the Go
// types of the format and their comments.
package reference

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"

	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// Format is the format with its comments.
type Format struct {
	types  map[string]string            // of a type
	fields map[string]map[string]string // of a type's fields
}

// Read reads the comments in the source of the format, internal/kinds/described/description.go.
func Read(source []byte) (*Format, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "description.go", source, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("cannot read the format: %w", err)
	}
	f := &Format{types: map[string]string{}, fields: map[string]map[string]string{}}
	for _, declaration := range file.Decls {
		general, ok := declaration.(*ast.GenDecl)
		if !ok || general.Tok != token.TYPE {
			continue
		}
		spec := general.Specs[0].(*ast.TypeSpec)
		f.types[spec.Name.Name] = text(general.Doc)
		fields := map[string]string{}
		if structure, ok := spec.Type.(*ast.StructType); ok {
			for _, field := range structure.Fields.List {
				for _, name := range field.Names {
					fields[name.Name] = text(field.Doc)
				}
			}
		}
		f.fields[spec.Name.Name] = fields
	}
	return f, nil
}

// text is a comment in one line.
func text(comment *ast.CommentGroup) string { return strings.Join(strings.Fields(comment.Text()), " ") }

var (
	root     = reflect.TypeFor[described.Description]()
	textType = reflect.TypeFor[strictyaml.Text]()
	entry    = reflect.TypeFor[described.NamedExpression]()
)

// element returns the struct that a field's type leads to, nil if there is none, and whether the field is a list.
func element(t reflect.Type) (of reflect.Type, list bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		list = list || t.Kind() == reflect.Slice
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct && t != textType && t != entry {
		return t, list
	}
	return nil, list
}
