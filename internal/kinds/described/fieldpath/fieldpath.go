// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package fieldpath reads paths of fields in an object, below its root: spec.replicas, metadata.labels['example.com/x'],
// spec.volumes[*].secret.secretName. Names are letters, digits, underscores and hyphens; any other name stands in
// brackets and quotes, and [*] stands for every element of a list or member of an object.
package fieldpath

import (
	"errors"
	"strings"
)

// Step is one step of a path.
type Step struct {
	// Name of a member; with All the index of an element, in an error.
	Name string
	// All stands for every element of a list and every member of an object.
	All bool
	// Offset is where the step's name begins in the text.
	Offset int
}

// Path leads from an object to a field.
type Path []Step

// Parse reads a path. An error comes with the byte offset at which it was found.
func Parse(text string) (path Path, offset int, err error) {
	for at := 0; at < len(text) || at == 0; {
		if at < len(text) && text[at] == '[' && at > 0 {
			step, end, err := bracket(text, at)
			if err != nil {
				return nil, at, err
			}
			path, at = append(path, step), end
			continue
		}
		if at > 0 {
			if text[at] != '.' {
				return nil, at, errors.New(`want "." or "[" in a path, got another character`)
			}
			at++
		}
		end := at
		for end < len(text) && isName(text[end]) {
			end++
		}
		if end == at {
			return nil, at, errors.New("want the name of a field, got " + got(text, at))
		}
		path, at = append(path, Step{Name: text[at:end], Offset: at}), end
	}
	if len(path) > 0 && path[0].Name == "object" && len(path) > 1 {
		return nil, 0, errors.New("want a path below the object such as spec.replicas, got one that begins with object")
	}
	return path, 0, nil
}

func got(text string, at int) string {
	if at >= len(text) {
		return "the end of the path"
	}
	return "another character"
}

// bracket reads [*] or ['name'] at text[at:].
func bracket(text string, at int) (step Step, end int, err error) {
	rest := text[at+1:]
	if strings.HasPrefix(rest, "*]") {
		return Step{All: true, Offset: at}, at + 3, nil
	}
	if rest != "" && (rest[0] == '\'' || rest[0] == '"') {
		name, after, ok := strings.Cut(rest[1:], rest[:1])
		if ok && name != "" && strings.HasPrefix(after, "]") {
			return Step{Name: name, Offset: at + 2}, at + len(name) + 4, nil
		}
	}
	return Step{}, 0, errors.New("want [*] or ['name'] in a path, got something else")
}

func isName(b byte) bool {
	return b == '_' || b == '-' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// Many reports whether the path may lead to several fields.
func (p Path) Many() bool { return p.Lists() > 0 }

// Lists returns how many [*] the path has.
func (p Path) Lists() int {
	n := 0
	for _, step := range p {
		if step.All {
			n++
		}
	}
	return n
}

// Overlaps reports whether one path leads to the other's field or into it.
func (p Path) Overlaps(other Path) bool {
	for i := range min(len(p), len(other)) {
		if p[i].Name != other[i].Name || p[i].All != other[i].All {
			return false
		}
	}
	return true
}

// String returns the path as it is written.
func (p Path) String() string {
	var text strings.Builder
	for i, step := range p {
		plain := strings.IndexFunc(step.Name, func(r rune) bool { return r > 127 || !isName(byte(r)) }) < 0
		switch {
		case step.All && step.Name != "":
			text.WriteString("[" + step.Name + "]")
		case step.All:
			text.WriteString("[*]")
		case !plain:
			text.WriteString("['" + step.Name + "']")
		default:
			if i > 0 {
				text.WriteByte('.')
			}
			text.WriteString(step.Name)
		}
	}
	return text.String()
}

// Below returns the path as an error shows it, below the name of a document.
func (p Path) Below(root string) string {
	text := p.String()
	if text == "" || strings.HasPrefix(text, "[") {
		return root + text
	}
	return root + "." + text
}
