// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package command is the command line interpret for kinds of one's own: ask, test, check and configure them. It stands
// apart from package kind, so that a server does not link it.
package command

import (
	"workload.example.io/interpreter/function/kind"
	"workload.example.io/interpreter/internal/cli/command"
)

// Main runs the command line for the kinds and ends the process with its exit code.
func Main(kinds ...kind.Kind) { command.Main(kinds...) }
