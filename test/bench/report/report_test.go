// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/test/bench/servers"
)

func TestSummarize(t *testing.T) {
	tests := map[string]struct {
		reason  string
		samples []float64
		want    Summary
	}{
		"odd":   {"the middle one", []float64{5, 1, 3}, Summary{Median: 3, Q1: 2, Q3: 4, N: 3}},
		"even":  {"between the middle two", []float64{4, 1, 2, 3}, Summary{Median: 2.5, Q1: 1.75, Q3: 3.25, N: 4}},
		"one":   {"no spread", []float64{7}, Summary{Median: 7, Q1: 7, Q3: 7, N: 1}},
		"spike": {"one bad round moves little", []float64{1, 1, 1, 1, 1000}, Summary{Median: 1, Q1: 1, Q3: 1, N: 5}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Summarize(test.samples)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, diff)
			}
		})
	}
	if got := Summarize(nil); !math.IsNaN(got.Median) || got.N != 0 {
		t.Errorf("got %v of nothing, want no number", got)
	}
}

func TestRatios(t *testing.T) {
	if diff := cmp.Diff([]float64{2, 0.5}, Ratios([]float64{4, 1, 9, 5}, []float64{2, 2, 0})); diff != "" {
		t.Errorf("want a ratio for each round that both have and that can be divided by (-want +got)\n%s", diff)
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 3: "3", 0.12345: "0.123", 1.2345: "1.23", 12.345: "12.3", 123.45: "123", 12345.6: "12,346", 1234567: "1,234,567", -1234: "-1,234", math.NaN(): "-"} {
		if got := number(v); got != want {
			t.Errorf("got %s for %v, want %s", got, v, want)
		}
	}
}

// sample is a result in which some targets are met, some missed and some not measured.
func sample() *Result {
	r := &Result{Began: "2026-11-21 12:00:00 UTC", Rounds: 2, Notes: []string{"A note."}}
	for round := range 2 {
		slow := float64(1 + round) // the second round saw a busy machine
		r.Add(Key{Connections, Eight, CPU}, "us", servers.Ours, 20*slow)
		r.Add(Key{Connections, Eight, CPU}, "us", servers.Example, 200*slow)
		r.Add(Key{Connections, Eight, CPU}, "us", servers.Bare, 8*slow)
		for operation, ours := range map[string]float64{"Retain": 11, "ReviseReplica": 13} {
			r.Add(Key{OneConnection, operation, P50}, "us", servers.Ours, ours*slow)
			r.Add(Key{OneConnection, operation, P50}, "us", servers.Bare, 10*slow)
		}
		r.Add(Key{Bodies, Small, CPU}, "us", servers.Ours, 50)
		r.Add(Key{Bodies, Large, CPU}, "us", servers.Ours, 50*1228.8)
		r.Add(Key{Storm, "5 at a time", Failed}, "", servers.Ours, float64(round))
	}
	return r
}

func TestTargets(t *testing.T) {
	var got []string
	for _, target := range sample().Targets() {
		if target.N > 0 {
			got = append(got, strings.Join(target.row(), " | "))
		}
	}
	want := []string{
		"server CPU per call, 8 connections: interpreter / example webhook | at most 0.143 | 0.1 | met",
		"server CPU per call, 8 connections: interpreter / bare net/http | at most 2 | 2.50 | **missed**",
		"p50, one connection, worst operation: interpreter / bare net/http | at most 1.50 | 1.30, ReviseReplica | met",
		"server CPU per byte: 6 MiB / 5 KiB | at most 1.50 | 1 | met",
		"calls that fail in the storm | at most 0 | 1 | **missed**",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestMarkdown(t *testing.T) {
	var page bytes.Buffer
	sample().Markdown(&page)
	for _, want := range []string{
		"- A note.\n",
		"| case          | measure                 | interpreter | example webhook    | bare net/http    |\n",
		"| 8 connections | server CPU per call, us | 30 (25..35) | 300 (250..350) ×10 | 12 (10..14) ×0.4 |\n",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("want %q in\n%s", want, page.String())
		}
	}
}

func TestData(t *testing.T) {
	r := sample()
	path := filepath.Join(t.TempDir(), "peers.json")
	var text, picture bytes.Buffer
	if err := r.JSON(&text); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if rows := bytes.Count(text.Bytes(), []byte("{\"section\"")); rows != len(r.Series) || bytes.Count(text.Bytes(), []byte("\n  {")) != rows {
		t.Errorf("want a line for each of %d series, got\n%s", len(r.Series), &text)
	}
	read, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, read); diff != "" {
		t.Errorf("the data does not come back (-want +got)\n%s", diff)
	}
	if err := r.SVG(&picture); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(&picture)
	for err == nil {
		_, err = decoder.Token()
	}
	if !errors.Is(err, io.EOF) {
		t.Errorf("the picture is not XML: %v", err)
	}
}

func TestSort(t *testing.T) {
	r := &Result{}
	first, second := Key{Storm, "5 at a time", CPU}, Key{Storm, "80 at a time", CPU}
	for _, key := range []Key{second, first} {
		for _, subject := range []string{servers.Example, servers.Ours} {
			r.Add(key, "us", subject, 1)
		}
	}
	r.Sort([]Key{first, second}, servers.All)
	var got []string
	for _, s := range r.Series {
		got = append(got, s.Case+", "+s.Subject)
	}
	want := []string{"5 at a time, interpreter", "5 at a time, example webhook", "80 at a time, interpreter", "80 at a time, example webhook"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
