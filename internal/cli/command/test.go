// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/cli/testcase"
	"workload.example.io/interpreter/internal/interpreter"
)

type test struct {
	endpoint
	run, operation string
	verbose        bool
}

func newTest(p *program) *cobra.Command {
	t := test{endpoint: endpoint{program: p}}
	command := &cobra.Command{
		Use:   "test PATH...",
		Short: "Run declarative cases from files and folders",
		Long: `test asks every case in the files and folders and compares the answers. It reads

  - the cases of Karmada's tests of third-party interpreters: YAML documents with name, description, desiredObj,
    observedObj, statusItems, inputReplicas, operation and output;
  - recordings made by interpret record.

Outputs are replica, requires, components, revised, retained, status, aggregatedStatus, healthy and dependencies.
Only the outputs that a case names are compared: quantities by value, dependencies and components in any order, and
a member of an object that is "{{EXCLUDE}}" not at all. Kubernetes manifests between the cases are left out.
` + exitCodes,
		Example: `  # A case
  cat > cases/revise.yaml <<EOF
  name: two of three replicas
  operation: ReviseReplica
  observedObj: {apiVersion: workload.example.io/v1alpha1, kind: Workload, metadata: {name: nginx}, spec: {replicas: 3}}
  inputReplicas: 2
  output:
    revised: {apiVersion: workload.example.io/v1alpha1, kind: Workload, metadata: {name: nginx}, spec: {replicas: 2}}
  EOF

  # All cases against the function; the same against an endpoint
  interpret test cases/
  interpret test cases/ --url https://interpreter.example.com/path

  # Only some, with their names
  interpret test cases/ --operation Retain --run paused -v`,
		Args: arguments(1, math.MaxInt, "files or folders with cases"),
		RunE: func(command *cobra.Command, args []string) error { return t.test(command, args) },
	}
	t.endpoint.add(command)
	t.addKinds(command)
	flags := command.Flags()
	flags.StringVar(&t.run, "run", "", "only cases whose name matches the regular `expression`")
	flags.StringVar(&t.operation, "operation", "", "only cases of this operation")
	flags.BoolVarP(&t.verbose, "verbose", "v", false, "name every case, not only those that fail")
	_ = command.RegisterFlagCompletionFunc("operation", cobra.FixedCompletions(client.OperationNames(), cobra.ShellCompDirectiveNoFileComp))
	return command
}

// tally counts cases, and keeps what Karmada's client tolerated in the answers, one of a name.
type tally struct {
	passed, failed, skipped int
	tolerated               []*client.Fault
}

func (t *tally) tolerate(faults []*client.Fault) {
	for _, fault := range faults {
		if !slices.ContainsFunc(t.tolerated, func(known *client.Fault) bool { return known.Name == fault.Name }) {
			t.tolerated = append(t.tolerated, fault)
		}
	}
}

func (t *test) test(command *cobra.Command, paths []string) error {
	selected, err := t.selectCases(paths)
	if err != nil {
		return err
	}
	endpoint, err := t.client(command.InOrStdin())
	if err != nil {
		return err
	}
	w := command.OutOrStdout()
	var count tally
	started := time.Now()
	for _, c := range selected {
		if err := t.one(command, w, c, endpoint, &count); err != nil {
			return err
		}
	}
	fmt.Fprint(w, printer.For(w).Tolerated(count.tolerated))
	fmt.Fprintf(w, "%d passed, %d failed, %d skipped\n", count.passed, count.failed, count.skipped)
	if printer.IsTerminal(w) {
		fmt.Fprintf(w, "in %s\n", time.Since(started).Round(time.Millisecond))
	}
	if count.failed > 0 {
		return errFound
	}
	return nil
}

// one runs a case and shows how it went. It returns an error only where no further case needs to be tried.
func (t *test) one(command *cobra.Command, w io.Writer, c *testcase.Case, endpoint *client.Client, count *tally) error {
	style := printer.For(w)
	title := fmt.Sprintf("%s: %s (%s)", c.Request.Operation, c.Name, c.File)
	if c.Skip != "" {
		count.skipped++
		fmt.Fprintf(w, "%s  %s: %s\n", style.Warn("skip"), title, c.Skip)
		return nil
	}
	progress := newProgress(command.ErrOrStderr())
	progress.show(title)
	difference, tolerated, err := c.Run(command.Context(), endpoint, style)
	progress.clear()
	count.tolerate(tolerated)
	fault := client.AsFault(err)
	if err != nil && (fault == nil || fault.Unanswered()) {
		return err
	}
	if fault != nil {
		difference = fmt.Sprintf("%s (%s)\nnext: %s\n", fault.Cause, fault.Name, fault.Next)
	}
	if difference == "" {
		count.passed++
		if t.verbose {
			fmt.Fprintf(w, "%s  %s\n", style.Good("pass"), title)
		}
		return nil
	}
	count.failed++
	fmt.Fprintf(w, "%s  %s\n", style.Bad("FAIL"), title)
	if c.Description != "" {
		fmt.Fprintf(w, "      %s\n", c.Description)
	}
	fmt.Fprint(w, indent(difference, "      "))
	return nil
}

func (t *test) selectCases(paths []string) ([]*testcase.Case, error) {
	name, err := regexp.Compile(t.run)
	if err != nil {
		return nil, fmt.Errorf("cannot use --run: %w", err)
	}
	var operation interpreter.Operation
	if t.operation != "" {
		if operation, err = client.Operation(t.operation); err != nil {
			return nil, err
		}
	}
	all, err := testcase.Read(paths...)
	if err != nil {
		return nil, err
	}
	var selected []*testcase.Case
	for _, c := range all {
		if name.MatchString(c.Name) && (operation == "" || operation == c.Request.Operation) {
			selected = append(selected, c)
		}
	}
	if len(selected) == 0 {
		return nil, fmt.Errorf("cannot select a case: none of %d matches the filters", len(all))
	}
	return selected, nil
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+by) + "\n"
}
