// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command interpret asks, tests and configures the kind Queue.
package main

import (
	"queues.example.com/interpreter/queue"
	"workload.example.io/interpreter/function/kind/command"
)

func main() { command.Main(queue.Kind()) }
