// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// checkOut copies the repository, as a user's checkout: the commands write a secret into it.
func (s *suite) checkOut(t *testing.T) {
	t.Helper()
	copied := t.TempDir()
	files := exec.CommandContext(t.Context(), "sh", "-c",
		"git ls-files -co --exclude-standard -z | xargs -0 cp --parents --no-dereference -t "+copied)
	files.Dir = s.repository
	if out, err := files.CombinedOutput(); err != nil {
		t.Fatalf("cannot copy the repository: %v\n%s", err, out)
	}
	s.repository = copied
}

// run runs a shell command in the checkout and returns what it prints.
func (s *suite) run(t *testing.T, command string, env ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", command)
	cmd.Dir = s.repository
	cmd.Env = append(slices.Clone(s.env), env...)
	out, err := cmd.CombinedOutput()
	fmt.Printf("    $ %s\n", strings.ReplaceAll(command, "\n", "\n      "))
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

// readme returns the commands of the README's section about Knative, those that are run once and those that spread the
// example. Names of contexts are those of the test's clusters, and IMAGE in the environment wins over KO_DOCKER_REPO.
func (s *suite) readme(t *testing.T) (install, spread []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.repository, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## On Knative\n")
	_, block, fenced := strings.Cut(section, "```sh\n")
	block, _, closed := strings.Cut(block, "```\n")
	if !found || !fenced || !closed {
		t.Fatal("want a section \"On Knative\" with commands in README.md, got none")
	}
	for command := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSpace(block), "\\\n", ""), "\n") {
		if len(spread) > 0 || strings.Contains(command, "workload-nginx.yaml") {
			spread = append(spread, command)
		} else {
			install = append(install, command)
		}
	}
	if n := len(install) + len(spread); n > 6 || len(spread) == 0 {
		t.Fatalf("want at most six commands in README.md that end with the example, got %d", n)
	}
	return install, spread
}
