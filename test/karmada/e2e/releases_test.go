// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"workload.example.io/interpreter/test/karmada/binaries"
)

// A difference is something that releases of Karmada do otherwise, with the same answers of the function.
type difference struct {
	what string
	file string            // of Karmada, that decides it
	does map[string]string // what a release does, by its version
}

// All differences that the checks know of. A check that looks at one says so by differs.
var (
	revised = &difference{
		what: "replicas of every member with the gate MultiplePodTemplatesScheduling and both InterpretComponent and ReviseReplica registered",
		file: "pkg/controllers/binding/common.go",
		does: map[string]string{"v1.18.2": "0", "v1.17.1": "0", "v1.16.0": "as in the template"},
	}
	emptied = &difference{
		what: "a binding with one component and divided replicas that has lost all its clusters",
		file: "pkg/util/binding.go",
		does: map[string]string{"v1.18.2": "is scheduled again", "v1.17.1": "is not scheduled again", "v1.16.0": "is not scheduled again"},
	}
	announced = &difference{
		what: "the Event GetReplicasSucceed or GetReplicasFailed on the template, beside ApplyPolicySucceed or ApplyPolicyFailed",
		file: "pkg/detector/detector.go",
		does: map[string]string{"v1.18.2": "yes", "v1.17.1": "no", "v1.16.0": "no"},
	}
	differences = []*difference{revised, emptied, announced}
)

// differs fails the test unless the release that runs does what the table has of it.
func (s *suite) differs(t *testing.T, d *difference, does string) {
	t.Helper()
	if want := d.does[s.playground.Release.Version]; does != want {
		t.Errorf("%s: want %q of Karmada %s, got %q; see its %s", d.what, want, s.playground.Release, does, d.file)
	}
}

// TestDifferences holds that every difference says what every release does, that docs/versions.md says the same, and that
// every release is checked at night.
func TestDifferences(t *testing.T) {
	table := "| |"
	for _, release := range binaries.Releases {
		table += " " + release.Version + " |"
	}
	table += " decided in Karmada's |\n|---|" + strings.Repeat("---|", len(binaries.Releases)+1) + "\n"
	for _, d := range differences {
		table += "| " + d.what + " |"
		for _, release := range binaries.Releases {
			if d.does[release.Version] == "" {
				t.Errorf("%s: want what Karmada %s does, got nothing", d.what, release)
			}
			table += " " + d.does[release.Version] + " |"
		}
		table += fmt.Sprintf(" `%s` |\n", d.file)
	}
	contains(t, "docs/versions.md", table)
	for _, older := range binaries.Releases[1:] {
		contains(t, ".github/workflows/nightly.yaml", "e2e KARMADA_RELEASE="+older.Version)
	}
}

// contains wants a file of the repository to have the text.
func contains(t *testing.T, name, text string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(content), text) {
		t.Errorf("%s: want in it\n%s", name, text)
	}
}
