// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
)

// Status prints each component with its pid and memory, and the end of the log of each that has ended. It returns an
// error unless everything runs.
func Status(w io.Writer, options Options) error {
	state, err := options.Folder.load()
	if err != nil {
		return err
	}
	if state.Phase == "" {
		return fmt.Errorf("no playground runs in %s\nnext: make -C test karmada-up", options.Folder)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "COMPONENT\tPID\tSTATE\tMEMORY\tLOG")
	var total int64
	for _, p := range state.Processes {
		condition, memory := "running", p.ResidentBytes()
		if !p.Alive() {
			condition = "ENDED"
		}
		total += memory
		fmt.Fprintf(table, "%s\t%d\t%s\t%d MiB\t%s\n", p.Name, p.PID, condition, memory>>20, p.Log)
	}
	fmt.Fprintf(table, "total\t\t\t%d MiB\t\n", total>>20)
	if err := table.Flush(); err != nil {
		return err
	}
	if err := state.dead(); err != nil {
		return errors.Join(err, errors.New("next: make -C test karmada-down, then make -C test karmada-up"))
	}
	if state.Phase == starting {
		return errors.New("the start is at work, or was killed\nnext: wait for it; if nobody runs it, make -C test karmada-down")
	}
	return nil
}

// Memory is what all components that run hold now.
func (p *Playground) Memory() int64 {
	state, err := p.folder.load()
	if err != nil {
		return 0
	}
	var total int64
	for _, q := range state.Processes {
		total += q.ResidentBytes()
	}
	return total
}
