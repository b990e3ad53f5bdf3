// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package strictyaml

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Position is a place in a file. Lines and columns begin with 1; a column counts characters.
type Position struct {
	File         string
	Line, Column int
}

// String returns the place as file:line:column, or as a line and a column if the file has no name.
func (p Position) String() string {
	if p.File == "" {
		return fmt.Sprintf("line %d, column %d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Text is a YAML string that knows where each of its characters stands in the file. Its zero value is the absent string.
type Text struct {
	Value string
	// Field is the path of the field in the document, such as spec.variables[0].expression.
	Field string
	// Start is where the string begins in the file: its first character, for a block its indicator.
	Start Position

	lines []string
	style yaml.Style
}

// Present reports whether the field is there.
func (t Text) Present() bool { return t.Start.Line > 0 }

// At returns where the character at the byte offset of the value stands in the file, whatever the style of the string: a
// folded block or a quoted string in several lines has the same visible characters in the same order.
func (t Text) At(offset int) Position {
	offset = min(max(offset, 0), len(t.Value))
	visible := 0
	for _, r := range t.Value[:offset] {
		if !unicode.IsSpace(r) {
			visible++
		}
	}
	line, column := t.Start.Line-1, t.Start.Column-1
	switch t.style {
	case yaml.LiteralStyle, yaml.FoldedStyle:
		line, column = line+1, 0
	case yaml.SingleQuotedStyle, yaml.DoubleQuotedStyle:
		column++
	}
	for ; line < len(t.lines); line, column = line+1, 0 {
		rest, at := skipRunes(t.lines[line], column), column
		for len(rest) > 0 {
			r, size := t.rune(rest)
			if !unicode.IsSpace(r) {
				if visible == 0 {
					return Position{File: t.Start.File, Line: line + 1, Column: at + 1}
				}
				visible--
			}
			rest, at = rest[size:], at+utf8.RuneCountInString(rest[:size])
		}
	}
	return t.Start
}

// rune reads one character of the value as it is written, which in quotes may be escaped.
func (t Text) rune(rest string) (r rune, size int) {
	switch {
	case t.style == yaml.SingleQuotedStyle && strings.HasPrefix(rest, "''"):
		return '\'', 2
	case t.style == yaml.DoubleQuotedStyle && len(rest) > 1 && rest[0] == '\\':
		if strings.IndexByte("nrt ", rest[1]) >= 0 {
			return ' ', 2
		}
		_, size = utf8.DecodeRuneInString(rest[1:])
		return 'x', size + 1
	}
	return utf8.DecodeRuneInString(rest)
}

func skipRunes(line string, n int) string {
	for ; n > 0 && line != ""; n-- {
		_, size := utf8.DecodeRuneInString(line)
		line = line[size:]
	}
	return line
}
