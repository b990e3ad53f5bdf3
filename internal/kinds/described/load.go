// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// Source is a text with descriptions and what errors call it.
type Source struct {
	Name string
	Data []byte
}

// MaxFiles is how many bytes all files together may have.
const MaxFiles = 16 << 20

// Files reads files and folders, a folder with all .yaml and .yml in it and in folders below, in the order of their names.
func Files(paths ...string) ([]Source, error) {
	var sources []Source
	size := 0
	for _, path := range paths {
		names, err := names(path)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			data, err := readFile(name)
			if err != nil {
				return nil, reading(name, err)
			}
			if size += len(data); size > MaxFiles {
				return nil, fmt.Errorf("cannot read %s: want descriptions of at most %d MiB together, got more", path, MaxFiles>>20)
			}
			sources = append(sources, Source{Name: name, Data: data})
		}
	}
	return sources, nil
}

// readFile reads a file, or as much as is too much.
func readFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, MaxFiles+1))
}

// reading says which file cannot be read, and why.
func reading(name string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return fmt.Errorf("cannot read %s: %w", name, err)
}

func names(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, reading(path, err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, reading(path, err)
	}
	var all []string
	for _, entry := range entries {
		name := filepath.Join(path, entry.Name())
		info, err := os.Stat(name) // a mounted ConfigMap is made of links
		switch {
		case strings.HasPrefix(entry.Name(), ".") || err != nil:
		case info.IsDir():
			inner, err := names(name)
			if err != nil {
				return nil, err
			}
			all = append(all, inner...)
		case slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(name)):
			all = append(all, name)
		}
	}
	return all, nil
}

// Set is all descriptions of a deployment. It is safe for concurrent use.
type Set struct {
	kinds []*lazy
	crds  []Source
}

// Load parses the sources. A source that holds a CustomResourceDefinition is not for descriptions: it is what the description of its
// kind is checked against. No expression is looked at; see Compile. The error is strictyaml.Problems.
func Load(sources ...Source) (*Set, error) {
	set := &Set{}
	var problems strictyaml.Problems
	for _, source := range sources {
		if isCRD(source.Data) {
			set.crds = append(set.crds, source)
			continue
		}
		descriptions, err := Parse(source.Name, source.Data)
		problems = append(problems, strictyaml.All(err)...)
		if err != nil {
			continue
		}
		for _, d := range descriptions {
			set.kinds = append(set.kinds, set.lazy(d))
		}
	}
	return set, append(problems, set.doubled()...).Err()
}

// isCRD reports whether a document of the source is a CustomResourceDefinition.
func isCRD(data []byte) bool {
	for line := range bytes.Lines(data) {
		if rest, ok := bytes.CutPrefix(line, []byte("kind:")); ok && string(bytes.Trim(rest, " \t\r\n'\"")) == "CustomResourceDefinition" {
			return true
		}
	}
	return false
}

// doubled finds kinds that are described twice.
func (s *Set) doubled() (problems strictyaml.Problems) {
	seen := map[string]*Description{}
	for _, l := range s.kinds {
		gvk := l.description.GroupVersionKind()
		name := gvk.Kind + "." + gvk.Group
		if other := seen[name]; other != nil {
			at := other.Spec.Target.Kind.Start
			problems = append(problems, &strictyaml.Problem{Position: l.description.Spec.Target.Kind.Start, Field: "spec.target",
				Message: fmt.Sprintf("%s is described twice, also in %s", name, at)})
		}
		seen[name] = l.description
	}
	return problems
}

// Kinds returns the kinds. Each is compiled at its first call, or by Compile.
func (s *Set) Kinds() []interpreter.Kind {
	kinds := make([]interpreter.Kind, len(s.kinds))
	for i, l := range s.kinds {
		kinds[i] = interpreter.Kind{GroupVersionKind: l.description.GroupVersionKind(), Interpreter: l}
	}
	return kinds
}

// Compile compiles all kinds and checks them against the CRDs beside them. The error is strictyaml.Problems.
func (s *Set) Compile() error {
	var problems strictyaml.Problems
	for _, l := range s.kinds {
		_, err := l.compile()
		problems = append(problems, strictyaml.All(err)...)
	}
	if len(problems) == 0 && len(s.crds) > 0 {
		problems = s.check()
	}
	return problems.Err()
}

func (s *Set) lazy(d *Description) *lazy {
	return &lazy{description: d, compile: sync.OnceValues(func() (*kind, error) {
		compiled, err := Compile(d)
		if err != nil {
			return nil, err
		}
		return compiled.Interpreter.(*kind), nil
	})}
}

// Replace returns the kinds with those that are described: in place of one of the same group and name, whose manifests it takes over, or
// behind all. It calls told with each that replaces another.
func Replace(kinds, described []interpreter.Kind, told func(interpreter.Kind)) []interpreter.Kind {
	all := slices.Clone(kinds)
	for _, kind := range described {
		i := slices.IndexFunc(all, func(k interpreter.Kind) bool { return k.Group == kind.Group && k.Kind == kind.Kind })
		if i < 0 {
			all = append(all, kind)
			continue
		}
		kind.Manifests = all[i].Manifests
		all[i] = kind
		told(kind)
	}
	return all
}

// Summary has one line for each kind: its name, its operations and what it was checked against.
func (s *Set) Summary() []string {
	var lines []string
	for i, k := range s.Kinds() {
		var operations []string
		for _, operation := range k.Operations() {
			operations = append(operations, string(operation))
		}
		against := "without a CRD"
		if s.kinds[i].checked {
			against = "against its CRD"
		}
		lines = append(lines, fmt.Sprintf("%s %s, checked %s: %s", k.Group+"/"+k.Version, k.Kind, against, strings.Join(operations, ", ")))
	}
	return lines
}
