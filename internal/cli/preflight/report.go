// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"fmt"
	"strings"

	"workload.example.io/interpreter/internal/cli/printer"
)

// Line shows a finding to a person, with its next step below.
func (f Finding) Line(style printer.Style) string {
	status := fmt.Sprintf("%-4s", f.Status)
	switch f.Status {
	case OK:
		status = style.Good(status)
	case Warn:
		status = style.Warn(status)
	case Fail:
		status = style.Bad(strings.ToUpper(status))
	}
	line := fmt.Sprintf("%s  %-19s  %s", status, f.Check, f.Detail)
	if f.Fault != "" {
		line += " (" + f.Fault + ")"
	}
	line += "\n"
	if f.Next != "" {
		line += strings.Repeat(" ", 27) + style.Strong("next: ") + f.Next + "\n"
	}
	return line
}

// Summary counts what is wrong in one line.
func Summary(findings []Finding) string {
	count := map[Status]int{}
	for _, f := range findings {
		count[f.Status]++
	}
	switch {
	case count[Fail] > 0:
		return fmt.Sprintf("Not ready for Karmada: %s, %s.", plural(count[Fail], "fault"), plural(count[Warn], "warning"))
	case count[Warn] > 0:
		return fmt.Sprintf("Ready for Karmada: no fault, %s.", plural(count[Warn], "warning"))
	}
	return "Ready for Karmada: no fault, no warning."
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
