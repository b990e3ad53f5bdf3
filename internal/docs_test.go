// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package internal_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pages returns the Markdown files of the repository by their paths.
func pages(t *testing.T) map[string]string {
	t.Helper()
	return sources(t, "ls-files", "-co", "--exclude-standard", "*.md")
}

// sources returns the files of the repository that a command of git lists, by their paths.
func sources(t *testing.T, command ...string) map[string]string {
	t.Helper()
	list := exec.Command("git", command...)
	list.Dir = ".."
	output, err := list.Output()
	if err != nil {
		t.Skip("the files of a checkout are checked: no git here")
	}
	texts := map[string]string{}
	for path := range strings.Lines(string(output)) {
		path = strings.TrimSpace(path)
		text, err := os.ReadFile(filepath.Join("..", path))
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(text)
	}
	return texts
}

var (
	fenced  = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	row     = regexp.MustCompile(`(?m)^\|.*\|$`)
	number  = regexp.MustCompile(`\d[\d.,]*`)
)

// TestLinks follows every link of every page to a file of the repository and to a heading of a page.
func TestLinks(t *testing.T) {
	texts := pages(t)
	for path, text := range texts {
		for _, match := range link.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			target, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			file := path
			if target != "" {
				file = filepath.Join(filepath.Dir(path), target)
			}
			if _, err := os.Stat(filepath.Join("..", file)); err != nil {
				t.Errorf("%s links to %s, which is not there", path, match[1])
				continue
			}
			if page, ok := texts[file]; ok && anchor != "" && !slices.Contains(anchors(page), anchor) {
				t.Errorf("%s links to %s, which has no such heading", path, match[1])
			}
		}
	}
}

// anchors are the names that headings have in links.
func anchors(text string) []string {
	var names []string
	for _, match := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		name := strings.ToLower(strings.NewReplacer("`", "", "*", "", " ", "-").Replace(strings.TrimSpace(match[1])))
		names = append(names, regexp.MustCompile(`[^\p{L}\p{N}_-]`).ReplaceAllString(name, ""))
	}
	return names
}

// TestTranslations holds that commands, code blocks and the figures of tables are the same in both languages.
func TestTranslations(t *testing.T) {
	texts := pages(t)
	translated := 0
	for path, text := range texts {
		original, ok := strings.CutSuffix(path, ".zh-CN.md")
		if !ok {
			continue
		}
		translated++
		if diff := cmp.Diff(same(texts[original+".md"]), same(text)); diff != "" {
			t.Errorf("%s differs from %s.md (-en +zh)\n%s", path, original, diff)
		}
	}
	if translated == 0 {
		t.Error("want translated pages, got none")
	}
}

// same is what a translation has in common with its original: code blocks, and the numbers of each row of a table.
func same(text string) []string {
	parts := fenced.FindAllString(text, -1)
	for _, line := range row.FindAllString(fenced.ReplaceAllString(text, ""), -1) {
		if numbers := number.FindAllString(strings.ReplaceAll(line, ".zh-CN", ""), -1); len(numbers) > 0 {
			parts = append(parts, strings.Join(numbers, " "))
		}
	}
	return parts
}
