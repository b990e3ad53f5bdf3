// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package testcase

import (
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/interpreter"
)

// TestKarmadaFiles reads every case that Karmada has for third-party kinds, and shows that each of the outputs equals
// itself in the way in which outputs are compared.
func TestKarmadaFiles(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/karmada-io/karmada").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(dir)), "pkg/resourceinterpreter/default/thirdparty/resourcecustomizations")
	cases, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	operations := map[interpreter.Operation]int{}
	for _, c := range cases {
		operations[c.Request.Operation]++
		if c.Name == "" || c.Request.Kind.Kind == "" {
			t.Errorf("%s: want a name and a kind, got %q and %q", c.File, c.Name, c.Request.Kind.Kind)
		}
		for name, value := range c.Want {
			diff, err := compare(name, value, value, printer.Style{})
			if diff != "" || err != nil {
				t.Errorf("%s: %s: output %s differs from itself: %v\n%s", c.File, c.Name, name, err, diff)
			}
		}
	}
	for _, operation := range interpreter.Operations() {
		if operations[operation] == 0 {
			t.Errorf("Karmada has cases of every operation, none of %s was read", operation)
		}
	}
	if files := countCaseFiles(t, root); len(cases) < files {
		t.Errorf("got %d cases of %d files, want at least one of each", len(cases), files)
	}
	t.Logf("%d cases: %v", len(cases), operations)
}

// countCaseFiles counts the files that lie in a folder testdata, which hold nothing but cases.
func countCaseFiles(t *testing.T, root string) int {
	t.Helper()
	files := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Base(filepath.Dir(path)) == "testdata" {
			files++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
