// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// report writes the table of the checks.
func (s *suite) report(t *testing.T) {
	var out strings.Builder
	out.WriteString("# The function on Knative with Karmada\n\n| check | | result | seen |\n|---|---|---|---|\n")
	for _, line := range s.checks {
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", line.number, line.title, line.result, line.detail)
	}
	s.write(t, "checks.md", out.String())
}

// write prints a text and puts it into the folder of results.
func (s *suite) write(t *testing.T, name, text string) {
	t.Helper()
	fmt.Println("\n" + text)
	folder := os.Getenv("KNATIVE_E2E_RESULTS")
	if folder == "" {
		return
	}
	text = "<!-- SPDX-FileCopyrightText: The Workload Interpreter Authors -->\n<!-- SPDX-License-Identifier: Apache-2.0 -->\n" +
		"<!-- Written by make e2e-knative. -->\n\n" + text
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
