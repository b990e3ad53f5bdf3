// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command peers compares the interpreter, as the container serves it, with what one would take instead, on calls that were
// recorded from Karmada: Karmada's example webhook, the least that net/http needs, and the interpreters for Lua scripts
// and for Deployments within Karmada. Everything is measured in one run and in turn, in rounds of shuffled order, with the
// servers in processes of their own.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"workload.example.io/interpreter/test/bench/report"
)

const usage = `peers compares the interpreter with Karmada's example webhook, a bare net/http server and Karmada's own interpreters.
Run it in test/bench. It needs port 8080, which the example opens and has no flag for, and a machine that does nothing else.

It writes peers.md (tables), peers.json (every sample) and peers.svg (a picture).

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "peers: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("peers", flag.ExitOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
		fmt.Fprintf(flags.Output(), "\nSections:\n")
		for _, section := range sections {
			fmt.Fprintf(flags.Output(), "  %-10s %s\n", section.name, section.title)
		}
	}
	short := flags.Bool("short", false, "take a minute instead of ten")
	only := flags.String("only", "", "measure these `sections` only, separated by commas")
	out := flags.String("o", "", "write the results into this `folder`; without it, print the tables alone")
	_ = flags.Parse(args)
	if flags.NArg() > 0 {
		return fmt.Errorf("want no arguments, got %q; -help shows the flags", flags.Arg(0))
	}
	chosen, err := choose(*only)
	if err != nil {
		return err
	}
	plan := full
	if *short {
		plan = brief
	}
	result, err := compare(ctx, plan, chosen)
	if err != nil {
		return err
	}
	result.Markdown(os.Stdout)
	if *out == "" {
		return nil
	}
	return write(result, *out)
}

// choose returns the sections named, in their own order.
func choose(only string) ([]section, error) {
	if only == "" {
		return sections, nil
	}
	names := strings.Split(only, ",")
	chosen := slices.DeleteFunc(slices.Clone(sections), func(s section) bool { return !slices.Contains(names, s.name) })
	if len(chosen) != len(names) {
		return nil, fmt.Errorf("cannot measure %q: want sections that -help lists, each once", only)
	}
	return chosen, nil
}

// compare runs the sections one after the other.
func compare(ctx context.Context, plan plan, chosen []section) (*report.Result, error) {
	began := time.Now()
	b, err := newBench(plan)
	if err != nil {
		return nil, err
	}
	defer b.close()
	b.result.Began = began.UTC().Format(time.DateTime + " UTC")
	for i, section := range chosen {
		b.progress = fmt.Sprintf("%s (%d of %d)", section.title, i+1, len(chosen))
		if err := section.run(ctx, b); err != nil {
			return nil, fmt.Errorf("%s: %w", section.title, err)
		}
	}
	b.finish(began)
	return b.result, nil
}

func write(result *report.Result, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, content := range map[string]func(*os.File) error{
		"peers.md":   func(f *os.File) error { result.Markdown(f); return nil },
		"peers.json": func(f *os.File) error { return result.JSON(f) },
		"peers.svg":  func(f *os.File) error { return result.SVG(f) },
	} {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if err := content(file); err != nil {
			return fmt.Errorf("cannot write %s: %w", file.Name(), err)
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "written to %s: peers.md, peers.json, peers.svg\n", dir)
	return nil
}
