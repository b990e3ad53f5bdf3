// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package init_test begins descriptions of real kinds with interpret init, from the definitions that their projects publish in Go
// modules, and measures how far the untouched result gets with Karmada's own cases.
package init_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/kinds-init.md")

// TestInit runs, for each kind, what a person would run: init, and then vet and test on what it has written.
func TestInit(t *testing.T) {
	run := interpret(t)
	measured := map[string]*measurement{}
	for _, s := range subjects {
		t.Run(s.group+"/"+s.kind, func(t *testing.T) {
			crd, folder := filepath.Join(s.folder(t), s.file), t.TempDir()
			said := run(t, "init", "--crd", crd, "-o", folder)
			description := filepath.Join(folder, "kinds", s.kind+".yaml")
			summary := run(t, "vet", "--kinds", description, "--crds", crd)
			if !strings.Contains(summary, "checked against its CRD") {
				t.Errorf("want a description that is checked against its CRD, got %s", summary)
			}
			if result := run(t, "test", "--kinds", description, filepath.Join(folder, "cases")); !strings.Contains(result, " 0 failed") {
				t.Errorf("want no case that fails, got %s", result)
			}
			measured[s.group+"/"+s.kind] = measure(t, s, description, said, summary)
		})
	}
	if !t.Failed() {
		compareTables(t, measured)
	}
}

// TestWorksWithoutSchema begins with a definition that says nothing, as the minimal one of Argo Workflows.
func TestWorksWithoutSchema(t *testing.T) {
	run := interpret(t)
	crd := filepath.Join(workflows.folder(t), "manifests/base/crds/minimal/argoproj.io_workflows.yaml")
	folder := t.TempDir()
	run(t, "init", "--crd", crd, "-o", folder)
	run(t, "vet", "--kinds", filepath.Join(folder, "kinds"), "--crds", crd)
	run(t, "test", "--kinds", filepath.Join(folder, "kinds"), filepath.Join(folder, "cases"))
}

// interpret builds the command and returns how it is run: it must succeed, and what it prints is returned.
func interpret(t *testing.T) func(t *testing.T, args ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "interpret")
	build := exec.Command("go", "build", "-o", program, "./function/cmd/interpret")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return func(t *testing.T, args ...string) string {
		t.Helper()
		out, err := exec.Command(program, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("interpret %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
