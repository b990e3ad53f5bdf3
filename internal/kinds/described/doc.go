// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package described makes a kind out of its description in YAML: paths where they suffice and expressions in CEL where they
// do not. A description is checked before anything runs: Parse holds it to its form, Compile checks each expression. The kind that
// Compile makes is like one in Go. Its answers are pure functions of the request: the same question gets the same answer, and
// there is no clock. Its patches write only what is described.
package described
