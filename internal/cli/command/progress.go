// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"fmt"
	"io"

	"workload.example.io/interpreter/internal/cli/printer"
)

// progress shows on a terminal what is being waited for, in one line that the next finding replaces.
type progress struct {
	w     io.Writer
	shown bool
}

func newProgress(w io.Writer) *progress {
	if !printer.IsTerminal(w) {
		w = nil
	}
	return &progress{w: w}
}

func (p *progress) show(text string) {
	if p.w != nil {
		fmt.Fprintf(p.w, "\r\x1b[K...   %s", text)
		p.shown = true
	}
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
