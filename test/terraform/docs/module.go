// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// module is what a Terraform module declares to its users.
type module struct {
	variables, results []declaration
}

// declaration is one variable or output: the source text of its attributes.
type declaration struct {
	name       string
	attributes map[string]string
}

func read(folder string) (*module, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.tf"))
	if err != nil {
		return nil, err
	}
	m := &module{}
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		file, diags := hclsyntax.ParseConfig(source, path, hcl.InitialPos)
		if diags.HasErrors() {
			return nil, diags
		}
		m.add(file.Body.(*hclsyntax.Body), source)
	}
	byName := func(a, b declaration) int { return cmp.Compare(a.name, b.name) }
	slices.SortFunc(m.results, byName)
	// What has to be given comes first.
	slices.SortFunc(m.variables, func(a, b declaration) int {
		if a.required() != b.required() {
			return map[bool]int{true: -1, false: 1}[a.required()]
		}
		return byName(a, b)
	})
	return m, nil
}

func (m *module) add(body *hclsyntax.Body, source []byte) {
	for _, block := range body.Blocks {
		if block.Type != "variable" && block.Type != "output" {
			continue
		}
		d := declaration{name: block.Labels[0], attributes: map[string]string{}}
		for name, attribute := range block.Body.Attributes {
			text := string(attribute.Expr.Range().SliceBytes(source))
			if name == "description" {
				value, _ := attribute.Expr.Value(nil)
				text = value.AsString()
			}
			d.attributes[name] = strings.Join(strings.Fields(text), " ")
		}
		if block.Type == "variable" {
			m.variables = append(m.variables, d)
		} else {
			m.results = append(m.results, d)
		}
	}
}

func (d declaration) required() bool { return d.attributes["default"] == "" }

func (d declaration) description() string {
	text := strings.ReplaceAll(d.attributes["description"], "|", `\|`)
	if d.attributes["sensitive"] == "true" {
		text += " Sensitive."
	}
	return text
}

func (m *module) inputs() string {
	var b strings.Builder
	b.WriteString("| input | type | default | |\n| --- | --- | --- | --- |\n")
	for _, v := range m.variables {
		value := "required"
		if !v.required() {
			value = "`" + v.attributes["default"] + "`"
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", v.name, v.attributes["type"], value, v.description())
	}
	return b.String()
}

func (m *module) outputs() string {
	var b strings.Builder
	b.WriteString("| output | |\n| --- | --- |\n")
	for _, o := range m.results {
		fmt.Fprintf(&b, "| `%s` | %s |\n", o.name, o.description())
	}
	return b.String()
}
