// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

// SkipValue returns where the value that begins at src[at] ends. It relies on src being valid JSON and only looks for the end; ok
// is false if there is none.
func SkipValue(src []byte, at int) (end int, ok bool) { return skip(src, at, 0) }

// Space returns where something else than white space stands, from src[at] on.
func Space(src []byte, at int) int { return space(src, at) }

// Next returns where the next member or element begins behind one that ends at src[at], or where the closing brace or
// bracket stands.
func Next(src []byte, at int) int { return next(src, at) }
