// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"fmt"
	"slices"
	"strings"
)

// Words that phases are made of, in lower case. Neither list is complete, which the proposal says.
var (
	badWords  = []string{"failed", "failure", "error", "unhealthy", "degraded", "aborted", "lost", "unknown", "failing", "invalid"}
	goodWords = []string{"running", "succeeded", "completed", "complete", "healthy", "ready", "active", "available", "bound", "stable"}
)

// isPhase reports whether a text of the status is a phase, by its name or because the schema lists its values.
func isPhase(name string, s *Schema) bool {
	if !isString(s) || s.Format == "date-time" {
		return false
	}
	return name == "phase" || name == "state" || strings.HasSuffix(name, "phase") || strings.HasSuffix(name, "state") ||
		strings.HasSuffix(name, "status")
}

// verdicts returns the phases that say that something went wrong, and those that all is well: of the values that the schema
// lists, or else the usual ones, of which the bad ones are in lower case.
func verdicts(s *Schema) (bad, good []string) {
	if len(s.Enum) == 0 {
		return []string{"failed", "error", "aborted", "unhealthy"}, []string{"Running", "Succeeded"}
	}
	for _, value := range s.Enum {
		text, _ := decode(value).(string)
		lower := strings.ToLower(text)
		switch {
		case slices.ContainsFunc(badWords, func(word string) bool { return strings.Contains(lower, word) }):
			bad = append(bad, text)
		case slices.Contains(goodWords, lower):
			good = append(good, text)
		}
	}
	return bad, good
}

// isBad is a CEL expression for whether the text that the expression gives is a bad phase, in any case where the schema lists none.
func isBad(s *Schema, text string) string {
	bad, _ := verdicts(s)
	if len(s.Enum) == 0 {
		text += ".lowerAscii()"
	}
	return fmt.Sprintf("%s in [%s]", text, quoted(bad))
}

// literal escapes what a literal of CEL in single quotes cannot have.
var literal = strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`)

func quoted(texts []string) string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = "'" + literal.Replace(text) + "'"
	}
	return strings.Join(out, ", ")
}
