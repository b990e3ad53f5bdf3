// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"github.com/spf13/cobra"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
)

// addKinds adds --kinds.
func (p *program) addKinds(command *cobra.Command) {
	command.Flags().StringArrayVar(&p.descriptions, "kinds", nil,
		"`path` of a file or folder with descriptions of kinds (KindDescription); may be given several times")
	_ = command.MarkFlagFilename("kinds", "yaml", "yml")
}

// describe adds the kinds of --kinds, which take the place of those that the command line was built for.
func (p *program) describe() error {
	if len(p.descriptions) == 0 {
		return nil
	}
	set, err := load(p.descriptions)
	if err == nil {
		err = set.Compile()
	}
	if err != nil {
		return err
	}
	p.kinds = described.Replace(p.kinds, set.Kinds(), func(interpreter.Kind) {})
	return nil
}

func load(paths []string) (*described.Set, error) {
	sources, err := described.Files(paths...)
	if err != nil {
		return nil, err
	}
	return described.Load(sources...)
}
