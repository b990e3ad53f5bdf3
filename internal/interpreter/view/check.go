// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import "bytes"

const (
	// maxOpen is how many objects and arrays within each other are followed. Kubernetes' types need some twenty.
	maxOpen = 64
	// maxNames is how many members the objects that are open may have together: 16 KiB of memory. An ordinary object has dozens.
	maxNames = maxPooled / 2
)

// The functions of this file and of scalar.go return where the value that begins at src[at] ends, or -1. They accept nothing that
// the JSON library refuses: what they accept is valid UTF-8 and JSON, without duplicate members. They do not accept all that the
// library does; what they leave to it is rare.

// value checks a value of any kind.
func (n *names) value(src []byte, at, open int) int {
	if at >= len(src) {
		return -1
	}
	switch c := src[at]; {
	case c == '"':
		return checkText(src, at)
	case c == '{':
		return n.object(src, at, open+1)
	case c == '[':
		return n.array(src, at, open+1)
	case c == '-' || '0' <= c && c <= '9':
		return checkNumber(src, at)
	}
	return checkLiteral(src, at)
}

// object checks an object, and that its names are different.
func (n *names) object(src []byte, at, open int) int {
	if open > maxOpen {
		return -1
	}
	first := len(n.open)
	at = after(src, at+1)
	if at < len(src) && src[at] == '}' {
		return at + 1
	}
	for {
		if at = n.value(src, n.name(src, at), open); at < 0 {
			return -1
		}
		var more bool
		if at, more = separated(src, at, '}'); !more {
			if at < 0 || !n.distinct(src, first) {
				return -1
			}
			return at
		}
	}
}

// name notes the name at src[at] and returns where its value begins, or a place behind the end.
func (n *names) name(src []byte, at int) int {
	start := at
	if at >= len(src) || src[at] != '"' || len(n.open) == maxNames {
		return len(src)
	}
	for at++; at < len(src) && plain[src[at]]; {
		at++
	}
	if at < len(src) && src[at] == '"' {
		at++
	} else if at = checkText(src, start); at < 0 || isAmbiguous(src[start:at]) {
		return len(src)
	}
	n.open = append(n.open, uint64(start)<<32|uint64(at-start))
	if at = after(src, at); at >= len(src) || src[at] != ':' {
		return len(src)
	}
	return after(src, at+1)
}

// isAmbiguous reports whether a text may be written in another way too: a character that needs no escape sequence has one, or one that
// has a short one has a long one. The names of managedFields, such as k:{\"name\":\"nginx\"}, cannot.
func isAmbiguous(text []byte) bool {
	for {
		at := bytes.IndexByte(text, '\\')
		if at < 0 {
			return false
		}
		if next := text[at+1]; next == 'u' || next == '/' {
			return true
		}
		text = text[at+2:]
	}
}

// distinct ends an object whose names begin at first and reports whether none stands twice.
func (n *names) distinct(src []byte, first int) bool {
	open := n.open[first:]
	if len(open) > 1 {
		n.check(src, open)
	}
	n.open = n.open[:first]
	return n.again < 0
}

func (n *names) array(src []byte, at, open int) int {
	if open > maxOpen {
		return -1
	}
	at = after(src, at+1)
	if at < len(src) && src[at] == ']' {
		return at + 1
	}
	for {
		if at = n.value(src, at, open); at < 0 {
			return -1
		}
		var more bool
		if at, more = separated(src, at, ']'); !more {
			return at
		}
	}
}

// separated returns where the next member or item begins, whose predecessor ends at src[at], or where what holds them ends,
// which ends with last. It returns -1 if there is neither.
func separated(src []byte, at int, last byte) (next int, more bool) {
	at = after(src, at)
	switch {
	case at >= len(src):
		return -1, false
	case src[at] == ',':
		return after(src, at+1), true
	case src[at] == last:
		return at + 1, false
	}
	return -1, false
}
