// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package report holds what a comparison measured and writes it as tables, data and pictures. It asserts nothing.
package report

import (
	"slices"

	"workload.example.io/interpreter/test/bench/servers"
)

// Result is what one run measured.
type Result struct {
	Began   string          `json:"began"`
	Seconds int             `json:"seconds"`
	Rounds  int             `json:"rounds"`
	Machine servers.Machine `json:"machine"`
	Notes   []string        `json:"notes"`
	Series  []*Series       `json:"series"`
}

// Key names what is measured of a subject.
type Key struct {
	Section string `json:"section"`
	Case    string `json:"case"`
	Measure string `json:"measure"`
}

// Series is one measure of one subject in one case, a sample for each round.
type Series struct {
	Key
	Unit    string    `json:"unit"`
	Subject string    `json:"subject"`
	Samples []float64 `json:"samples"`
}

// Add adds the sample of a round.
func (r *Result) Add(key Key, unit, subject string, sample float64) {
	series := r.series(key, subject)
	if series == nil {
		series = &Series{Key: key, Unit: unit, Subject: subject}
		r.Series = append(r.Series, series)
	}
	series.Samples = append(series.Samples, sample)
}

func (r *Result) series(key Key, subject string) *Series {
	for _, series := range r.Series {
		if series.Key == key && series.Subject == subject {
			return series
		}
	}
	return nil
}

// Samples returns the samples of a subject, nil if there are none.
func (r *Result) Samples(key Key, subject string) []float64 {
	if series := r.series(key, subject); series != nil {
		return series.Samples
	}
	return nil
}

// Ratio compares a subject with another, round by round.
func (r *Result) Ratio(key Key, subject, other string) Summary {
	return Summarize(Ratios(r.Samples(key, subject), r.Samples(key, other)))
}

// Sort puts the series in the order of the keys given and of the subjects: rounds are shuffled.
func (r *Result) Sort(keys []Key, subjects []string) {
	place := func(s *Series) int {
		return slices.Index(keys, s.Key)*len(subjects) + slices.Index(subjects, s.Subject)
	}
	slices.SortStableFunc(r.Series, func(a, b *Series) int { return place(a) - place(b) })
}

// Sections returns the sections in order.
func (r *Result) Sections() []string {
	return distinct(r.Series, func(s *Series) string { return s.Section })
}

// Of returns the series of a section.
func (r *Result) Of(section string) []*Series {
	var some []*Series
	for _, series := range r.Series {
		if series.Section == section {
			some = append(some, series)
		}
	}
	return some
}

func distinct[K comparable](series []*Series, of func(*Series) K) []K {
	var values []K
	for _, s := range series {
		if value := of(s); !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}
