// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package terraform_test proves what Terraform's own tests cannot: that the upload builds and answers, that the checks
// catch mistakes, and that the configuration for Karmada is the one that the code makes.
package terraform_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// root is the repository.
const root = "../.."

// tools builds Terraform and the schema-only providers and returns their folder.
func tools(t *testing.T) string {
	t.Helper()
	build := exec.Command(filepath.Join(root, "scripts/terraform-tools.sh"))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("cannot build the tools: %v\n%s", err, out)
	}
	bin, err := filepath.Abs(filepath.Join(root, ".cache/terraform/bin"))
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// workspace is a copy of what Terraform reads, so that nothing is left behind in the tree.
type workspace struct {
	terraform string
	providers string
	dir       string
}

func newWorkspace(t *testing.T) *workspace {
	t.Helper()
	bin := tools(t)
	w := &workspace{terraform: filepath.Join(bin, "terraform"), dir: t.TempDir(), providers: filepath.Join(t.TempDir(), "providers")}
	if other := os.Getenv("TERRAFORM"); other != "" {
		w.terraform = other
	}
	archive := filepath.Join(t.TempDir(), "tree.tar")
	command(t, root, nil, "tar", "-cf", archive, "--exclude=node_modules", "--exclude=.terraform", "--exclude=.terraform.lock.hcl", "--exclude=*.tfstate*",
		"terraform", "go.mod", "go.sum", "function", "internal", "knative/main.go")
	command(t, w.dir, nil, "tar", "-xf", archive)
	t.Setenv("TF_CLI_CONFIG_FILE", filepath.Join(w.dir, "empty.tfrc"))
	if err := os.WriteFile(filepath.Join(w.dir, "empty.tfrc"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CHECKPOINT_DISABLE", "1")
	t.Setenv("TF_IN_AUTOMATION", "1")
	command(t, "", nil, filepath.Join(root, "scripts/terraform-providers.sh"), w.terraform, w.module("cloud-function"), w.providers)
	return w
}

func (w *workspace) module(name string) string { return filepath.Join(w.dir, "terraform", name) }

// run runs Terraform in a module and returns what it printed.
func (w *workspace) run(module string, arguments ...string) (string, error) {
	cmd := exec.Command(w.terraform, arguments...)
	cmd.Dir = w.module(module)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (w *workspace) mustRun(t *testing.T, module string, arguments ...string) string {
	t.Helper()
	out, err := w.run(module, arguments...)
	if err != nil {
		t.Fatalf("terraform %s in %s: %v\n%s", strings.Join(arguments, " "), module, err, out)
	}
	return out
}

func (w *workspace) init(t *testing.T, module string) {
	t.Helper()
	w.mustRun(t, module, "init", "-backend=false", "-input=false", "-no-color", "-plugin-dir="+w.providers)
}

// command runs a program with variables added to the environment and returns its output.
func command(t *testing.T, dir string, environment []string, name string, arguments ...string) string {
	t.Helper()
	cmd := exec.Command(name, arguments...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), environment...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(arguments, " "), err, out)
	}
	return string(out)
}
