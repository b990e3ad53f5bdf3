// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package bare names the paths of the bare server. It imports nothing, so that the server stays bare.
package bare

const (
	// Remember is followed by an operation and takes the answer to it.
	Remember = "/remember/"
	// Recall answers a question with what was remembered for its operation.
	Recall = "/recall"
)
