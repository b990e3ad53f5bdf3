// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"workload.example.io/interpreter/internal/kinds/described/schema"
)

// Source is a text with descriptions, and the CustomResourceDefinitions of their kinds, and what errors call it.
type Source struct {
	Name string
	Data []byte
}

// split returns the descriptions and the rest of a source that has CustomResourceDefinitions, among whatever is installed with them; the
// Data of the rest is nil for any other source. Both have as many lines as the source, so that a mistake is found in its place.
func (s Source) split() (descriptions, crds Source) {
	if !bytes.Contains(s.Data, []byte(schema.Kind)) {
		return s, Source{}
	}
	all := documents(s.Data)
	heads := make([]head, len(all))
	for i, document := range all {
		heads[i] = headOf(document)
	}
	if !slices.ContainsFunc(heads, head.isCRD) {
		return s, Source{}
	}
	descriptions.Name, crds.Name = s.Name, s.Name
	for i, document := range all {
		into, other := &crds, &descriptions
		if heads[i].isDescription() {
			into, other = other, into
		}
		into.Data = append(into.Data, document...)
		other.Data = append(other.Data, bytes.Repeat([]byte("\n"), bytes.Count(document, []byte("\n")))...)
	}
	return descriptions, crds
}

// Describes reports whether anything in the source may be a description.
func (s Source) Describes() bool {
	descriptions, crds := s.split()
	return crds.Data == nil || !isBlank(descriptions.Data)
}

// CRDs returns what the sources have of CustomResourceDefinitions, and nothing of a source that has none.
func CRDs(sources ...Source) []Source {
	var all []Source
	for _, source := range sources {
		if _, crds := source.split(); crds.Data != nil {
			all = append(all, crds)
		}
	}
	return all
}

// documents cuts a text before each line that begins a document.
func documents(text []byte) [][]byte {
	var all [][]byte
	begin, at := 0, 0
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte("---")); ok && at > begin && (len(rest) == 0 || rest[0] <= ' ') {
			all = append(all, text[begin:at])
			begin = at
		}
		at += len(line)
	}
	return append(all, text[begin:])
}

// head is what a document begins with.
type head struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string `yaml:"kind"`
	wrong      bool
}

// headOf reads the head of a document if it may be a CustomResourceDefinition or a description.
func headOf(document []byte) (h head) {
	if bytes.Contains(document, []byte(schema.Kind)) || bytes.Contains(document, []byte(DescriptionKind)) || bytes.Contains(document, []byte(group)) {
		h.wrong = yaml.Unmarshal(document, &h) != nil
	}
	return h
}

// isCRD reports whether the document is a CustomResourceDefinition, or a list as kubectl writes it.
func (h head) isCRD() bool {
	return h.Kind == schema.Kind || h.Kind == schema.Kind+"List" || h.Kind == "List"
}

// isDescription reports whether the document is to be a description, which it may be if it is no valid YAML.
func (h head) isDescription() bool {
	return h.wrong || h.Kind == DescriptionKind || strings.HasPrefix(h.APIVersion, group)
}

const group = "interpreter.workload.example.io/"

// isBlank reports whether a text has nothing but comments and marks of documents.
func isBlank(text []byte) bool {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' && string(line) != "---" {
			return false
		}
	}
	return true
}
