// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command docs writes the tables of inputs and outputs into the README.md of each Terraform module below a folder, between
// the lines <!-- inputs --> and <!-- /inputs -->, and <!-- outputs --> and <!-- /outputs -->. With -check it writes
// nothing and fails if a table is stale. A README without these lines is left alone.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

func main() {
	check := flag.Bool("check", false, "write nothing, fail if a table is stale")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: docs [-check] FOLDER")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	stale := 0
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "README.md" {
			return err
		}
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fresh, err := update(old, filepath.Dir(path))
		if err != nil || bytes.Equal(old, fresh) {
			return err
		}
		if check {
			stale++
			fmt.Fprintf(os.Stderr, "%s is stale: run make -C test terraform-docs\n", path)
			return nil
		}
		fmt.Println("wrote", path)
		return os.WriteFile(path, fresh, 0o644)
	})
	if err == nil && stale > 0 {
		err = fmt.Errorf("%d tables do not match their modules", stale)
	}
	return err
}

// update replaces the tables in a README by those of the module in the folder.
func update(readme []byte, folder string) ([]byte, error) {
	for _, name := range []string{"inputs", "outputs"} {
		begin, end := []byte("<!-- "+name+" -->\n"), []byte("<!-- /"+name+" -->\n")
		before, rest, found := bytes.Cut(readme, begin)
		if !found {
			continue
		}
		_, after, found := bytes.Cut(rest, end)
		if !found {
			return nil, fmt.Errorf("cannot find the end of the %s in %s/README.md: want the line %s", name, folder, end)
		}
		m, err := read(folder)
		if err != nil {
			return nil, err
		}
		table := m.inputs()
		if name == "outputs" {
			table = m.outputs()
		}
		readme = bytes.Join([][]byte{before, begin, []byte(table), end, after}, nil)
	}
	return readme, nil
}
