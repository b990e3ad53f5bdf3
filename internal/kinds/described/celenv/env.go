// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package celenv is the CEL that descriptions are written in: the standard library with optional types, strings, lists, math,
// bindings and two-variable comprehensions, and functions for what a description needs beside them. It is the only package
// that knows how CEL is set up.
//
// An expression is deterministic: maps are visited in the order of their keys, and there is no clock and no random number. It
// is bounded in steps, time and memory; see limits.go.
package celenv

import (
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/ext"
)

// maxSource is how long an expression may be, in characters; maxDepth is how deep its parts may be nested.
const (
	maxSource = 16 << 10
	maxDepth  = 64
)

// Base returns the environment without variables. It is made at the first call and takes milliseconds.
var Base = sync.OnceValues(func() (*cel.Env, error) {
	options := []cel.EnvOption{
		cel.OptionalTypes(),
		cel.CrossTypeNumericComparisons(true),
		cel.DefaultUTCTimeZone(true),
		cel.ParserExpressionSizeLimit(maxSource),
		cel.ParserRecursionLimit(maxDepth),
		cel.RegexProgramSizeLimit(maxProgram),
		ext.Bindings(),
		ext.Lists(ext.ListsVersion(4)),
		ext.Math(),
		ext.Strings(),
		ext.TwoVarComprehensions(),
		// The library's own distinct compares every pair, and a list from nothing has no bound.
		cel.Macros(cel.ReceiverMacro("distinct", 0, distinctMacro), cel.ReceiverMacro("range", 1, rangeMacro)),
	}
	for i := range functions {
		options = append(options, functions[i].option())
	}
	return cel.NewEnv(options...)
})
