// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/test/bench/report"
)

func TestChoose(t *testing.T) {
	tests := map[string]struct {
		reason, only string
		want         []string
	}{
		"all":      {"without a choice", "", []string{"process", "one", "many", "client", "bodies", "members", "storm"}},
		"in order": {"a process is started before servers stay", "storm,process", []string{"process", "storm"}},
		"unknown":  {"a typing mistake", "storms", nil},
		"twice":    {"a typing mistake too", "storm,storm", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			chosen, err := choose(test.only)
			var got []string
			for _, section := range chosen {
				got = append(got, section.name)
			}
			if diff := cmp.Diff(test.want, got); diff != "" || (err != nil) != (test.want == nil) {
				t.Errorf("%s: %v (-want +got)\n%s", test.reason, err, diff)
			}
		})
	}
}

// TestRounds checks that every cell runs in every round, and that the report has the order of the cells.
func TestRounds(t *testing.T) {
	b := &bench{plan: plan{rounds: 7}, result: &report.Result{}}
	var cells []cell
	for _, name := range []string{"b", "a", "c"} {
		runs := 0.0
		cells = append(cells, cell{name, "subject", func(context.Context) ([]sample, error) {
			runs++
			return []sample{{"measure", "unit", runs}}, nil
		}})
	}
	if err := b.rounds(t.Context(), "section", cells); err != nil {
		t.Fatal(err)
	}
	b.result.Sort(b.keys, []string{"subject"})
	var got []string
	for _, s := range b.result.Series {
		got = append(got, s.Case)
		if diff := cmp.Diff([]float64{1, 2, 3, 4, 5, 6, 7}, s.Samples); diff != "" {
			t.Errorf("%s (-want +got)\n%s", s.Case, diff)
		}
	}
	if diff := cmp.Diff([]string{"b", "a", "c"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	broken := []cell{{"case", "subject", func(context.Context) ([]sample, error) { return nil, errors.New("broken") }}}
	if err := b.rounds(t.Context(), "section", broken); err == nil || err.Error() != "case, subject: broken" {
		t.Errorf("got %v, want the case and the subject with the error", err)
	}
}
