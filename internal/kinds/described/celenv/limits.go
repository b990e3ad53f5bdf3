// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import "time"

// What one expression may take. Descriptions come from whoever deploys the function, so the limits are about accidents: a
// loop that does not end must not take the function down.
const (
	// CostLimit is in CEL's units, which are about one step each. It is Kubernetes' own limit for one expression.
	CostLimit = 1_000_000
	// TimeLimit is how long the expressions of one call may take together.
	TimeLimit = 100 * time.Millisecond
	// memoryLimit is how many bytes the values of an expression may take.
	memoryLimit = 32 << 20
	// maxText is the longest text in bytes that an expression may make.
	maxText = 4 << 20
	// checkEvery is after how many steps of loops the time is looked at.
	checkEvery = 20
	// maxLoops is how deep loops may be nested.
	maxLoops = 4
)

const errText = refusal("want texts of at most 4 MiB, got a longer one")
