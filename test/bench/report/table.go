// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"io"
	"strings"

	"workload.example.io/interpreter/test/bench/servers"
)

// Markdown writes the tables: a row for each case and measure, a column for each subject.
func (r *Result) Markdown(w io.Writer) {
	fmt.Fprintf(w, "# Side by side\n\nMeasured %s in %d s on %s, %d cores, %s of memory, Linux %s, %s; load average %s before and %s after. ",
		r.Began, r.Seconds, r.Machine.CPU, r.Machine.Cores, r.Machine.Memory, r.Machine.Kernel, r.Machine.Go, r.Machine.LoadBefore, r.Machine.LoadAfter)
	fmt.Fprintf(w, "Each cell is the median of %d rounds with its quartiles; × is the median over the rounds of its ratio to %q. "+
		"Ratios carry over to other machines, absolute figures do not.\n\n", r.Rounds, servers.Ours)
	for _, note := range r.Notes {
		fmt.Fprintf(w, "- %s\n", note)
	}
	fmt.Fprintf(w, "\n## Targets\n\n")
	targets := [][]string{{"target", "wanted", "measured", ""}}
	for _, target := range r.Targets() {
		if target.N > 0 {
			targets = append(targets, target.row())
		}
	}
	Table(w, targets)
	for _, section := range r.Sections() {
		fmt.Fprintf(w, "\n## %s\n\n", section)
		Table(w, r.rows(section))
	}
}

func (r *Result) rows(section string) [][]string {
	series := r.Of(section)
	subjects := distinct(series, func(s *Series) string { return s.Subject })
	rows := [][]string{append([]string{"case", "measure"}, subjects...)}
	for _, key := range distinct(series, func(s *Series) Key { return s.Key }) {
		row := []string{key.Case, ""}
		for _, subject := range subjects {
			s := r.series(key, subject)
			if s == nil {
				row = append(row, "-")
				continue
			}
			row[1] = strings.TrimSuffix(key.Measure+", "+s.Unit, ", ")
			row = append(row, cell(s.Samples)+times(r, key, subject))
		}
		rows = append(rows, row)
	}
	return rows
}

// cell writes the median, and the quartiles if there is a spread.
func cell(samples []float64) string {
	s := Summarize(samples)
	if s.Q1 == s.Q3 {
		return number(s.Median)
	}
	return fmt.Sprintf("%s (%s..%s)", number(s.Median), number(s.Q1), number(s.Q3))
}

func times(r *Result, key Key, subject string) string {
	if subject == servers.Ours {
		return ""
	}
	ratio := r.Ratio(key, subject, servers.Ours)
	if ratio.N == 0 {
		return ""
	}
	return " ×" + number(ratio.Median)
}

// Table writes a table whose source is as readable as the page.
func Table(w io.Writer, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], len([]rune(text)))
		}
	}
	for n, row := range rows {
		fmt.Fprint(w, "|")
		for i, text := range row {
			fmt.Fprintf(w, " %-*s |", widths[i], text)
		}
		fmt.Fprintln(w)
		if n > 0 {
			continue
		}
		fmt.Fprint(w, "|")
		for _, width := range widths {
			fmt.Fprint(w, strings.Repeat("-", width+2), "|")
		}
		fmt.Fprintln(w)
	}
}
