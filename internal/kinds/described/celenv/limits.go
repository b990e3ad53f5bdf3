// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import "time"

// What one expression may take. Descriptions come from whoever deploys the function, so the limits are about accidents: a
// loop that does not end must not take the function down.
const (
	// CostLimit is in CEL's units, which are about one step each. It is Kubernetes' own limit for one expression.
	CostLimit = 1_000_000
	// TimeLimit is how long the expressions of one call may take together. Reading the object before and one function that
	// has begun come on top, so a call is refused within 200 ms.
	TimeLimit = 100 * time.Millisecond
	// MaxWeight is how much one function may be given that goes through all of it: values, and for texts one more for each 32
	// bytes. A function takes up to a microsecond for each.
	MaxWeight = 100_000
	// MaxText is the longest text in bytes that a function may make, and what the results of all expressions of a call may have
	// as JSON together, which bounds memory together with the cost: lists share their elements, and a text that is put
	// together costs a unit for each ten bytes. CEL's own count of memory walks every value at every step.
	MaxText = 4 << 20
	// maxMatched is the longest text in bytes that a regular expression is matched with, and maxProgram how many steps the
	// expression may have: each byte takes up to so many of them.
	maxMatched = 16 << 10
	maxProgram = 500
	// checkEvery is after how many steps of loops the time is looked at.
	checkEvery = 20
	// maxLoops is how deep loops may be nested.
	maxLoops = 4
	// maxHeavy is how many functions that go through all they are given an expression without loops may call and not be timed.
	maxHeavy = 4
)

const (
	// ErrText is the error of what is longer than MaxText.
	ErrText   = refusal("want texts of at most 4 MiB, got a longer one")
	errWeight = refusal("want at most 100000 values for one function, got more")
	errMatch  = refusal("matches: want a text of at most 16 KiB, got a longer one")
)
