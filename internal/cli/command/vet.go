// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

type vet struct {
	paths, crds []string
	output      string
}

func newVet() *cobra.Command {
	v := &vet{}
	command := &cobra.Command{
		Use:   "vet --kinds PATH... [--crds PATH...]",
		Short: "Check descriptions of kinds before anything runs",
		Long: `vet compiles descriptions of kinds (KindDescription) and shows every mistake with file, line and column: unknown
fields, wrong paths, syntax, unknown functions and variables, results of the wrong type.

With the CustomResourceDefinition of a kind, in --crds or beside the descriptions, it also finds fields that the kind does not
have and values of the wrong type, in expressions and in paths. What lies below x-kubernetes-preserve-unknown-fields is not
checked.
` + exitCodes,
		Example: `  # A folder of descriptions, with or without CRDs in it
  interpret vet --kinds kinds/

  # Against CRDs that lie elsewhere
  interpret vet --kinds clonesets.yaml --crds config/crd/bases`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error { return v.run(command) },
	}
	flags := command.Flags()
	flags.StringArrayVar(&v.paths, "kinds", nil, "`path` of a file or folder with descriptions; may be given several times")
	flags.StringArrayVar(&v.crds, "crds", nil, "`path` of a file or folder with CustomResourceDefinitions; may be given several times")
	addOutput(command, &v.output, "", "json", "yaml")
	_ = command.MarkFlagRequired("kinds")
	_ = command.MarkFlagFilename("kinds", "yaml", "yml")
	_ = command.MarkFlagFilename("crds", "yaml", "yml")
	return command
}

// mistake is a strictyaml.Problem for programs.
type mistake struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Field   string `json:"field,omitempty"`
	Message string `json:"message"`
}

// load reads the descriptions, and of --crds nothing but the definitions: a folder of an operator's CRDs holds other files, too.
func (v *vet) load() (*described.Set, error) {
	sources, err := described.Files(v.paths...)
	if err != nil {
		return nil, err
	}
	others, err := described.Files(v.crds...)
	if err != nil {
		return nil, err
	}
	crds := described.CRDs(others...)
	if len(crds) == 0 && len(v.crds) > 0 {
		return nil, fmt.Errorf("cannot use --crds %s: want a CustomResourceDefinition, got none", strings.Join(v.crds, ", "))
	}
	return described.Load(append(sources, crds...)...)
}

func (v *vet) run(command *cobra.Command) error {
	set, err := v.load()
	if err == nil {
		err = set.Compile()
	} else if problems := strictyaml.All(err); problems[0].Line == 0 {
		return err // a file that cannot be read
	}
	problems := strictyaml.All(err)
	w := command.OutOrStdout()
	if v.output != "" {
		mistakes := make([]mistake, len(problems))
		for i, p := range problems {
			mistakes[i] = mistake{p.File, p.Line, p.Column, p.Field, p.Message}
		}
		if err := printer.Write(w, v.output, mistakes); err != nil {
			return err
		}
	} else {
		for _, p := range problems {
			fmt.Fprintln(w, p)
		}
	}
	if len(problems) > 0 {
		return errFound
	}
	if v.output == "" {
		for _, line := range set.Summary() {
			fmt.Fprintln(w, strings.TrimSpace(printer.For(w).Good("ok")+"  "+line))
		}
	}
	return nil
}
