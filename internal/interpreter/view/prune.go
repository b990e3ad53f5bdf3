// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// maxPruned bounds the copy that is made of a value. What an operation reads of an ordinary object is a few KiB.
const maxPruned = 64 << 10

// prune appends the JSON value at src[at:] to dst with those members alone that the shape knows. It returns where the value
// ends, but only if more of src is to be read: otherwise it stops at the last member that the shape knows. It relies on
// src being valid JSON without duplicate members and only looks for the ends of values, which takes a third of the time in
// which the library checks them. ok is false if a value has no end, or if what is left is too large to be worth a copy.
func (s *shape) prune(dst, src []byte, at int, more bool) (out []byte, end int, ok bool) {
	if s == nil || at >= len(src) || src[at] != '{' {
		end, ok = skip(src, at, 0)
		if !ok || len(dst)+end-at > maxPruned {
			return dst, end, false
		}
		return append(dst, src[at:end]...), end, true
	}
	dst = append(dst, '{')
	found := 0
	for at = space(src, at+1); at < len(src) && src[at] != '}'; at = next(src, at) {
		name := at
		if at, ok = skip(src, at, 0); !ok {
			return dst, at, false
		}
		known, inner := s.member(src[name:at])
		value := space(src, space(src, at)+1) // behind the colon
		if !known {
			if at, ok = skip(src, value, 0); !ok {
				return dst, at, false
			}
			continue
		}
		if found++; found > 1 {
			dst = append(dst, ',')
		}
		dst = append(append(dst, src[name:at]...), ':')
		last := found == len(s.members)
		dst, at, ok = inner.prune(dst, src, value, more || !last)
		switch {
		case !ok:
			return dst, at, false
		case last && more:
			at, ok = skip(src, at, 1)
			return append(dst, '}'), at, ok
		case last:
			return append(dst, '}'), at, true
		}
	}
	return append(dst, '}'), at + 1, at < len(src)
}

// next returns where the next member begins or the closing brace stands.
func next(src []byte, at int) int {
	if at = space(src, at); at < len(src) && src[at] == ',' {
		return space(src, at+1)
	}
	return at
}

// member looks up a name as it is written, with its quotes.
func (s *shape) member(quoted []byte) (known bool, inner *shape) {
	if len(quoted) < 2 {
		return false, nil
	}
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name, _ = jsontext.AppendUnquote(nil, quoted)
	}
	m := s.find(name)
	if m == nil {
		return false, nil
	}
	return true, m.shape
}

// skip returns where the value at src[at:] ends, or where as many objects and arrays end as depth says are open there.
func skip(src []byte, at, depth int) (end int, ok bool) {
	for ; at < len(src); at++ {
		switch src[at] {
		case '"':
			if at, ok = skipString(src, at); !ok || depth == 0 {
				return at, ok
			}
			at--
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return at + 1, depth == 0
			}
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return at, false
			}
		default:
			if depth == 0 {
				return scalar(src, at), true
			}
		}
	}
	return len(src), false
}

// skipString returns where the string that begins at src[at] ends.
func skipString(src []byte, at int) (end int, ok bool) {
	for end = at + 1; ; end++ {
		next := bytes.IndexByte(src[end:], '"')
		if next < 0 {
			return len(src), false
		}
		end += next
		escapes := end - 1
		for src[escapes] == '\\' { // ends at the opening quote at the latest
			escapes--
		}
		if (end-escapes)%2 == 1 {
			return end + 1, true
		}
	}
}

// scalar returns where the number or literal at src[at:] ends.
func scalar(src []byte, at int) int {
	for at < len(src) {
		switch src[at] {
		case ',', ']', '}', ' ', '\t', '\r', '\n':
			return at
		}
		at++
	}
	return at
}

// space returns where something else than white space stands.
func space(src []byte, at int) int {
	for at < len(src) && (src[at] == ' ' || src[at] == '\n' || src[at] == '\t' || src[at] == '\r') {
		at++
	}
	return at
}
