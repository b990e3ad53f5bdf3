// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// aboutOwn is what the reader has to know of the test's own ingress.
const aboutOwn = "The test's own ingress is between the callers and Knative. It dials again for ten seconds when an endpoint does not\n" +
	"answer, which no real ingress does; it repeats no call that was sent."

// report writes the table of the checks, and about the ingress. A run of some checks only (KNATIVE_E2E_CHECKS) leaves the lines of
// the others as they are on the page.
func (s *suite) report(t *testing.T, name, title, about string) {
	lines := s.checks
	if os.Getenv("KNATIVE_E2E_CHECKS") != "" {
		lines = merge(onPage(filepath.Join(os.Getenv("KNATIVE_E2E_RESULTS"), name)), s.checks)
	}
	var out strings.Builder
	out.WriteString("# " + title + "\n\n| check | | result | seen | run began (UTC) |\n|---|---|---|---|---|\n")
	for _, line := range lines {
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", line.number, line.title, line.result, line.detail, line.run)
	}
	node, karmada := s.memory(t)
	fmt.Fprintf(&out, "\n%s\n\nThe last run took %.0f minutes for %d checks. At its end the node with its pods held %.1f GiB, Karmada with its members\n%.1f GiB.\n",
		about, time.Since(s.start).Minutes(), len(s.checks), float64(node)/(1<<30), float64(karmada)/(1<<30))
	s.save(t, name, out.String())
}

// onPage reads the checks of a page that report has written.
func onPage(path string) (checks []check) {
	content, _ := os.ReadFile(path) // there may be none yet
	for line := range strings.Lines(string(content)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 5 || strings.Contains(cells[0], "check") || strings.HasPrefix(cells[0], "--") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		checks = append(checks, check{cells[0], cells[1], cells[2], cells[3], cells[4]})
	}
	return checks
}

// merge puts fresh checks in the place of those with the same title.
func merge(before, fresh []check) []check {
	merged := slices.Clone(before)
	for _, one := range fresh {
		if i := slices.IndexFunc(merged, func(c check) bool { return c.title == one.title }); i >= 0 {
			merged[i] = one
		} else {
			merged = append(merged, one)
		}
	}
	slices.SortStableFunc(merged, func(a, b check) int { return strings.Compare(a.number, b.number) })
	return merged
}

// write prints a text and puts it into the folder of results.
func (s *suite) write(t *testing.T, name, text string) {
	t.Helper()
	fmt.Println("\n" + text)
	s.save(t, name, text)
}

// save puts a text into the folder of results.
func (s *suite) save(t *testing.T, name, text string) {
	t.Helper()
	folder := os.Getenv("KNATIVE_E2E_RESULTS")
	if folder == "" {
		return
	}
	text = "<!-- SPDX-FileCopyrightText: The Workload Interpreter Authors -->\n<!-- SPDX-License-Identifier: Apache-2.0 -->\n" +
		"<!-- Written by make -C test e2e-knative. -->\n\n" + text
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
