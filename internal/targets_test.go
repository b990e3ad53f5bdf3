// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package internal_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	target = regexp.MustCompile(`(?m)^([a-z0-9-]+):`)

	// called finds calls of make: whole code spans and quotes, commands of a line, and wherever a word has a hyphen, as
	// only targets do.
	called = regexp.MustCompile("[`\"']make((?: -C [a-z/]+)?(?: +[A-Z_]+=\\S+| +[a-z][a-z0-9-]*)+)[`\"']" +
		`|(?m:^\s*(?:[@$] ?|(?:- )?run: ))make((?: -C [a-z/]+)?(?: +[A-Z_]+=\S+| +[a-z][a-z0-9-]*)+)` +
		`|\bmake((?: -C [a-z/]+)? [a-z0-9]+-[a-z0-9-]+)`)
	matrix = regexp.MustCompile(`(?s)target:\s*(\[[^\]]*\]|(?:\s+- [^\n]*\n)+).*?run: make((?: -C [a-z]+)?) \$\{\{`)
	step   = regexp.MustCompile(`(?m)^(?:[A-Z]+=\S+ )?step ((?:-C [a-z]+ )?[a-z-]+)$`)
)

// TestTargets holds that every target of make that a workflow, a page, a script or a message names exists.
func TestTargets(t *testing.T) {
	targets := map[string]map[string]bool{"": makefile(t, "../Makefile"), "test": makefile(t, "../test/Makefile")}
	named := 0
	check := func(path, call string) {
		dir, words := "", strings.Fields(call)
		if words[0] == "-C" {
			dir, words = words[1], words[2:]
		}
		for _, word := range words {
			if strings.Contains(word, "=") {
				continue
			}
			named++
			if !targets[dir][word] {
				t.Errorf("%s calls make%s, and there is no such target", path, call)
			}
		}
	}
	for path, text := range sources(t, "grep", "--untracked", "-lI", `\bmake\b\|\bstep\b`, "--", ":!internal/targets_test.go") {
		for _, match := range called.FindAllStringSubmatch(text, -1) {
			check(path, match[1]+match[2]+match[3])
		}
		if !strings.HasPrefix(path, ".") {
			continue
		}
		for _, match := range step.FindAllStringSubmatch(text, -1) {
			check(path, " "+match[1])
		}
		for _, match := range matrix.FindAllStringSubmatch(text, -1) {
			for _, entry := range regexp.MustCompile(`[\n,\[\]]`).Split(match[1], -1) {
				if entry = strings.TrimPrefix(strings.TrimSpace(entry), "- "); entry != "" {
					check(path, match[2]+" "+entry)
				}
			}
		}
	}
	if named < 100 {
		t.Errorf("want over a hundred calls of make, got %d: are they found?", named)
	}
}

func makefile(t *testing.T, path string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string]bool{}
	for _, match := range target.FindAllStringSubmatch(string(text), -1) {
		targets[match[1]] = true
	}
	return targets
}
