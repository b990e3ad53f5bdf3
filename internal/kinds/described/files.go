// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// MaxFiles is how many bytes all files together may have.
const MaxFiles = 16 << 20

// Files reads files and folders, a folder with all .yaml and .yml in it and in folders below, in the order of their names. A file that is
// named may be a pipe; those of a folder are regular ones. A link to a folder that it stands in leads nowhere.
func Files(paths ...string) ([]Source, error) {
	var sources []Source
	size := 0
	for _, path := range paths {
		names, err := names(path, nil)
		if err == nil && len(names) == 0 {
			err = fmt.Errorf("cannot read %s: want .yaml or .yml files in the folder, got none", path)
		}
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

// names lists the files at a path that stands in the folders around it.
func names(path string, around []fs.FileInfo) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, reading(path, err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	if slices.ContainsFunc(around, func(other fs.FileInfo) bool { return os.SameFile(info, other) }) {
		return nil, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, reading(path, err)
	}
	var all []string
	for _, entry := range entries {
		inner, err := entryNames(filepath.Join(path, entry.Name()), append(around, info))
		if err != nil {
			return nil, err
		}
		all = append(all, inner...)
	}
	return all, nil
}

// entryNames lists the files that an entry of a folder stands for: none if it is hidden or no YAML.
func entryNames(name string, around []fs.FileInfo) ([]string, error) {
	isYAML := slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(name))
	info, err := os.Stat(name) // a mounted ConfigMap is made of links
	switch {
	case strings.HasPrefix(filepath.Base(name), "."):
		return nil, nil
	case err == nil && info.IsDir():
		return names(name, around)
	case !isYAML:
		return nil, nil
	case err != nil:
		return nil, reading(name, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("cannot read %s: want a regular file, got another kind", name)
	}
	return []string{name}, nil
}
