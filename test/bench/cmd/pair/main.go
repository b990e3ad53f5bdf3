// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command pair compares builds of the container's server, or one build under several settings: what a change buys is the
// ratio of two of them in the same round, so that what else the machine does hits both. Run it in test/bench.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"workload.example.io/interpreter/test/bench/report"
)

const usage = `usage: pair [flags] SERVER... where a SERVER is NAME=BINARY[,SETTING=VALUE...]

pair runs two servers or more side by side and shows every measure with its ratio to the first of them, which is the median over the rounds.

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	plan := plan{}
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.IntVar(&plan.rounds, "rounds", 15, "how often to measure each cell")
	flag.DurationVar(&plan.took, "time", 400*time.Millisecond, "how long a cell takes")
	flag.IntVar(&plan.connections, "connections", 8, "how many connections to ask over")
	flag.BoolVar(&plan.each, "each", false, "ask each operation by itself, not an even mix alone")
	flag.BoolVar(&plan.start, "start", false, "measure the start and the memory instead")
	flag.BoolVar(&plan.pipe, "pipe", false, "let a process read the log from a pipe, as a container runtime does; without it the log goes nowhere")
	flag.Parse()
	if err := run(ctx, plan, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "pair: %v\n", err)
		os.Exit(1)
	}
}

// subject is a server that is compared.
type subject struct {
	name, binary string
	settings     []string
}

func parse(text string) (subject, error) {
	name, rest, ok := strings.Cut(text, "=")
	words := strings.Split(rest, ",")
	if !ok || words[0] == "" {
		return subject{}, fmt.Errorf("cannot compare %q: want NAME=BINARY[,SETTING=VALUE...]", text)
	}
	binary, err := filepath.Abs(words[0])
	return subject{name: name, binary: binary, settings: words[1:]}, err
}

func run(ctx context.Context, plan plan, args []string) error {
	var subjects []subject
	for _, arg := range args {
		s, err := parse(arg)
		if err != nil {
			return err
		}
		subjects = append(subjects, s)
	}
	if len(subjects) < 2 {
		return fmt.Errorf("want two servers or more, got %d; -help shows how", len(subjects))
	}
	dir, err := os.MkdirTemp("", "pair")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	t, err := compare(ctx, plan, dir, subjects)
	if err != nil {
		return err
	}
	t.print(subjects)
	return nil
}

// table holds the samples of each measure of each subject, in rounds.
type table struct {
	measures []string
	samples  map[string]map[string][]float64 // measure, subject
}

func (t *table) add(measure, subject string, value float64) {
	if t.samples[measure] == nil {
		if t.samples == nil {
			t.samples = map[string]map[string][]float64{}
		}
		t.measures = append(t.measures, measure)
		t.samples[measure] = map[string][]float64{}
	}
	t.samples[measure][subject] = append(t.samples[measure][subject], value)
}

func (t *table) print(subjects []subject) {
	first := subjects[0].name
	for _, measure := range t.measures {
		fmt.Printf("%-44s", measure)
		for _, s := range subjects {
			samples := t.samples[measure][s.name]
			fmt.Printf("  %s %.1f", s.name, report.Summarize(samples).Median)
			if s.name != first && len(samples) == len(t.samples[measure][first]) {
				ratio := report.Summarize(report.Ratios(samples, t.samples[measure][first]))
				fmt.Printf(" ×%.3f (%.3f..%.3f)", ratio.Median, ratio.Q1, ratio.Q3)
			}
		}
		fmt.Println()
	}
}
