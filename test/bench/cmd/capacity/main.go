// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command capacity simulates rollouts and restarts in fleets of 100, 1,000 and 10,000 clusters with the costs that
// cmd/peers measured, and writes the tables and the picture of docs/capacity.md. Run it in test/bench.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"workload.example.io/interpreter/test/bench/capacity"
	"workload.example.io/interpreter/test/bench/report"
)

func main() {
	results := flag.String("results", "results/peers.json", "the `file` with what was measured")
	page := flag.String("page", "", "write the tables into this `page`; without it, print them")
	picture := flag.String("picture", "", "write the picture into this `file`")
	flag.Parse()
	if err := run(*results, *page, *picture); err != nil {
		fmt.Fprintf(os.Stderr, "capacity: %v\n", err)
		os.Exit(1)
	}
}

func run(results, page, picture string) error {
	result, err := report.Read(results)
	if err != nil {
		return fmt.Errorf("%w; make -C test bench-peers writes it", err)
	}
	costs, err := capacity.Measured(result)
	if err != nil {
		return err
	}
	if page == "" {
		capacity.Tables(os.Stdout, costs)
	} else {
		old, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		text, err := capacity.Page(old, costs)
		if err != nil {
			return fmt.Errorf("%s: %w", page, err)
		}
		if err := os.WriteFile(page, text, 0o644); err != nil {
			return err
		}
	}
	if picture == "" {
		return nil
	}
	var svg bytes.Buffer
	if err := capacity.SVG(&svg, costs); err != nil {
		return err
	}
	return os.WriteFile(picture, svg.Bytes(), 0o644)
}
