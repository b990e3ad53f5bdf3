// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// JSON writes everything, the samples included, each series in a line of its own.
func (r *Result) JSON(w io.Writer) error {
	lines := make([]string, len(r.Series))
	for i, series := range r.Series {
		line, err := json.Marshal(series)
		if err != nil {
			return err
		}
		lines[i] = string(line)
	}
	rest := *r
	rest.Series = nil
	head, err := json.MarshalIndent(rest, "", " ")
	if err != nil {
		return err
	}
	head, found := bytes.CutSuffix(head, []byte("null\n}"))
	if !found {
		return errors.New("cannot write the result: want the series in the end")
	}
	_, err = fmt.Fprintf(w, "%s[\n  %s\n ]\n}\n", head, strings.Join(lines, ",\n  "))
	return err
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
