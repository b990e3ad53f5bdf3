// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// report writes the table of the checks.
func (s *suite) report(t *testing.T, name, title string) {
	var out strings.Builder
	out.WriteString("# " + title + "\n\n| check | | result | seen |\n|---|---|---|---|\n")
	for _, line := range s.checks {
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", line.number, line.title, line.result, line.detail)
	}
	fmt.Fprintf(&out, "\nThe test's own ingress is between the callers and Knative. It dials again for ten seconds when an endpoint does not\n"+
		"answer, which no real ingress does; it repeats no call that was sent. All took %.0f minutes.\n", time.Since(s.start).Minutes())
	s.write(t, name, out.String())
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
		"<!-- Written by make -C test e2e-knative. -->\n\n" + text
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
