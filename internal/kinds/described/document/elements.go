// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package document

import "workload.example.io/interpreter/internal/interpreter/view"

// Members returns the members of an object that are not null, as they stand there.
func Members(raw []byte) map[string][]byte {
	members := map[string][]byte{}
	at := view.Space(raw, 0)
	if at >= len(raw) || raw[at] != '{' {
		return members
	}
	for at = view.Space(raw, at+1); at < len(raw) && raw[at] != '}'; at = view.Next(raw, at) {
		colon, ok := view.SkipValue(raw, at)
		begin := view.Space(raw, view.Space(raw, colon)+1)
		end, also := view.SkipValue(raw, begin)
		if !ok || !also {
			return members
		}
		if raw[begin] != 'n' {
			members[string(unquote(raw[at:colon]))] = raw[begin:end:end]
		}
		at = end
	}
	return members
}

// MaxElements is how many elements Elements returns: each may be given a value of its own.
const MaxElements = 10_000

// Elements returns the elements of a list, as they stand there; no value is an empty list. It is not ok if there are more than
// MaxElements.
func Elements(raw []byte) (elements [][]byte, ok bool) {
	at := view.Space(raw, 0)
	if at >= len(raw) || raw[at] != '[' {
		return nil, len(raw) == 0
	}
	for at = view.Space(raw, at+1); at < len(raw) && raw[at] != ']'; at = view.Next(raw, at) {
		end, ok := view.SkipValue(raw, at)
		if !ok || len(elements) == MaxElements {
			return nil, false
		}
		elements = append(elements, raw[at:end:end])
		at = end
	}
	return elements, true
}
