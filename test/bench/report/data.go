// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
)

// JSON writes everything, the samples included.
func (r *Result) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	return encoder.Encode(r)
}

// Read reads what JSON wrote.
func Read(path string) (*Result, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	result := &Result{}
	if err := json.Unmarshal(text, result); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	return result, nil
}

// CSV writes a line for each series.
func (r *Result) CSV(w io.Writer) error {
	lines := csv.NewWriter(w)
	_ = lines.Write([]string{"section", "case", "measure", "unit", "subject", "median", "q1", "q3", "rounds"})
	float := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	for _, s := range r.Series {
		sum := Summarize(s.Samples)
		_ = lines.Write([]string{s.Section, s.Case, s.Measure, s.Unit, s.Subject, float(sum.Median), float(sum.Q1), float(sum.Q3), strconv.Itoa(sum.N)})
	}
	lines.Flush()
	return lines.Error()
}
