// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command interpret tries, tests and checks resource interpreter webhooks of Karmada from a terminal: this function's
// kinds in process, or any endpoint by its URL. See README.md beside this file for each command with what it prints.
package main

import (
	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/cli/command"
)

func main() {
	command.Main(app.Kinds()...)
}
