// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command interpreter serves the kind Queue.
package main

import (
	"queues.example.com/interpreter/queue"
	"workload.example.io/interpreter/function/kind"
)

func main() { kind.Main(queue.Kind()) }
