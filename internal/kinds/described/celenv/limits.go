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
	// maxText is the longest text in bytes that a function may make, which bounds memory together with the cost: lists share
	// their elements, and a text that is put together costs a unit for each ten bytes. CEL's own count of memory walks every
	// value at every step.
	maxText = 4 << 20
	// maxDistinct is how many elements a list may have whose doubles are sought.
	maxDistinct = 20_000
	// checkEvery is after how many steps of loops the time is looked at.
	checkEvery = 20
	// maxLoops is how deep loops may be nested.
	maxLoops = 4
)

const errText = refusal("want texts of at most 4 MiB, got a longer one")
