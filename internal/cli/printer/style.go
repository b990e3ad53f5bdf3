// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Style is how texts look. Its zero value is plain.
type Style struct {
	color bool
}

// For returns the style for a writer: colored for a terminal, plain for anything else, and plain where the environment
// says NO_COLOR or TERM=dumb.
func For(w io.Writer) Style {
	return Style{color: IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// Colored is the style of a terminal.
func Colored() Style { return Style{color: true} }

// IsTerminal reports whether a person watches what is written.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// Good shows a text in green.
func (s Style) Good(text string) string { return s.sgr("32", text) }

// Bad shows a text in red.
func (s Style) Bad(text string) string { return s.sgr("31", text) }

// Warn shows a text in yellow.
func (s Style) Warn(text string) string { return s.sgr("33", text) }

// Note shows a text in cyan.
func (s Style) Note(text string) string { return s.sgr("36", text) }

// Strong shows a text in bold.
func (s Style) Strong(text string) string { return s.sgr("1", text) }

func (s Style) sgr(code, text string) string {
	if !s.color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Diff colors the lines of a unified diff.
func (s Style) Diff(diff string) string {
	if !s.color {
		return diff
	}
	lines := strings.Split(strings.TrimSuffix(diff, "\n"), "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
			lines[i] = s.Strong(line)
		case strings.HasPrefix(line, "@@"):
			lines[i] = s.Note(line)
		case strings.HasPrefix(line, "-"):
			lines[i] = s.Bad(line)
		case strings.HasPrefix(line, "+"):
			lines[i] = s.Good(line)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
