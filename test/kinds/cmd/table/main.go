// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command table measures the library beside Karmada's own Lua, in one run, and makes results/benchmark.md.
//
// A case is asked in batches, and the median batch counts. Time is that of the CPU, so that what else the machine does shows
// as little as possible.
// The library's side includes decoding the object's JSON and making the patch; Lua gets an object that is decoded already.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"strings"

	"workload.example.io/interpreter/internal/cli/testcase"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/test/kinds/karmada"
	"workload.example.io/interpreter/test/kinds/library"
)

func main() {
	log.SetFlags(0)
	folder := flag.String("kinds", library.Folder, "the folder of the descriptions")
	calls := flag.String("calls", "../../function/testdata/calls", "the folder of the recorded calls")
	runs := flag.Int("runs", 200, "how often each case is asked")
	output := flag.String("o", "", "the file to write, the standard output by default")
	flag.Parse()
	cases, handler, err := tables(*folder, *calls, *runs)
	if err != nil {
		log.Fatal(err)
	}
	page := fmt.Sprintf(text, runtime.Version(), runtime.NumCPU(), runtime.GOARCH, *runs, cases, handler)
	if *output == "" {
		fmt.Print(page)
	} else if err := os.WriteFile(*output, []byte(page), 0o600); err != nil {
		log.Fatal(err)
	}
}

const text = `# The library beside Karmada's own Lua

Made by "make -C test bench-kinds" with %s, %d CPUs, %s: both in one run and one process, %d runs of each question. Times are
those of the CPU, garbage collection included, and the median batch of ten counts. The library decodes the object's JSON
and makes the patch in that time; Lua gets an object that is decoded already. Neither pays for the network here: in
Karmada, Lua runs in process and a webhook costs a request.

%s
%s`

func tables(folder, calls string, runs int) (cases, handler string, err error) {
	registry, err := library.Registry(folder)
	if err != nil {
		return "", "", err
	}
	if cases, err = caseTable(registry, runs); err != nil {
		return "", "", err
	}
	handler, err = callTable(registry, calls, runs)
	return cases, handler, err
}

// caseTable asks both every case of Karmada.
func caseTable(registry *interpreter.Registry, runs int) (string, error) {
	root, err := karmada.Customizations()
	if err != nil {
		return "", err
	}
	lua, err := karmada.NewLua(root)
	if err != nil {
		return "", err
	}
	cases, err := testcase.Read(root)
	if err != nil {
		return "", err
	}
	described, script := map[string]*samples{}, map[string]*samples{}
	for _, c := range cases {
		question, err := karmada.NewQuestion(c.Request)
		if err != nil {
			return "", err
		}
		if _, err := lua.Ask(question); err != nil {
			fmt.Fprintf(os.Stderr, "left out, the script fails: %s: %v\n", c.Name, err)
			continue
		}
		for _, name := range []string{"all", string(c.Request.Operation)} {
			if described[name] == nil {
				described[name], script[name] = &samples{}, &samples{}
			}
		}
		ours := measure(runs, func() { registry.Interpret(c.Request) })
		theirs := measure(runs, func() { _, _ = lua.Ask(question) })
		for _, name := range []string{"all", string(c.Request.Operation)} {
			described[name].add(ours)
			script[name].add(theirs)
		}
	}
	var text strings.Builder
	fmt.Fprintln(&text, "| | cases | library: median, mean, worst (us) | Lua: median, mean, worst (us) | Lua : library by the mean | allocations |")
	fmt.Fprintln(&text, "|---|---|---|---|---|---|")
	names := []string{"all"}
	for _, operation := range interpreter.Operations() {
		names = append(names, string(operation))
	}
	for _, name := range names {
		a, b := described[name], script[name]
		if a == nil {
			continue
		}
		fmt.Fprintf(&text, "| %s | %d | %s | %s | %.1f | %.0f : %.0f |\n", name, len(a.times), a, b, b.mean()/a.mean(), b.meanAllocations(), a.meanAllocations())
	}
	return text.String(), nil
}
