// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"bytes"
	"unicode/utf8"
)

const (
	// maxOpen is how many objects and arrays within each other are followed. Kubernetes' types need some twenty.
	maxOpen = 64
	// maxNames is how many members the objects that are open may have together: 16 KiB of memory. An ordinary object has dozens.
	maxNames = maxPooled / 2
)

// The functions below return where the value that begins at src[at] ends, or -1. They accept nothing that the JSON library refuses:
// what they accept is valid UTF-8 and JSON, without duplicate members. They do not accept all that the library does; what they
// leave to it is rare.

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
		more := false
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
		more := false
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

// plain has the printable characters of ASCII that stand for themselves in a JSON string.
var plain = func() (table [256]bool) {
	for c := ' '; c <= '~'; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

// IsPlainText reports whether a text is printable ASCII that stands in JSON as it is.
func IsPlainText(text string) bool {
	for i := range len(text) {
		if !plain[text[i]] {
			return false
		}
	}
	return true
}

func checkText(src []byte, at int) int {
	for at++; at < len(src); at++ {
		for at < len(src) && plain[src[at]] {
			at++
		}
		if at == len(src) {
			return -1
		}
		switch c := src[at]; {
		case c == '"':
			return at + 1
		case c == '\\':
			if at = checkEscape(src, at); at < 0 {
				return -1
			}
		case c < ' ':
			return -1
		default:
			_, size := utf8.DecodeRune(src[at:])
			if size == 1 {
				return -1
			}
			at += size - 1
		}
	}
	return -1
}

// checkEscape returns the last byte of an escape sequence. It accepts no half of a pair of surrogates.
func checkEscape(src []byte, at int) int {
	if at++; at >= len(src) {
		return -1
	}
	switch src[at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return at
	case 'u':
	default:
		return -1
	}
	if at+4 >= len(src) {
		return -1
	}
	for _, c := range src[at+1 : at+5] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return -1
		}
	}
	if c := src[at+1]; (c == 'd' || c == 'D') && src[at+2] >= '8' {
		return -1
	}
	return at + 4
}

func checkNumber(src []byte, at int) int {
	if src[at] == '-' {
		at++
	}
	whole := at
	if at = digits(src, at); at < 0 || src[whole] == '0' && at > whole+1 {
		return -1
	}
	if at < len(src) && src[at] == '.' {
		if at = digits(src, at+1); at < 0 {
			return -1
		}
	}
	if at < len(src) && (src[at] == 'e' || src[at] == 'E') {
		if at++; at < len(src) && (src[at] == '+' || src[at] == '-') {
			at++
		}
		at = digits(src, at)
	}
	return at
}

// digits returns where the digits end of which one stands at src[at], -1 if none does.
func digits(src []byte, at int) int {
	first := at
	for at < len(src) && '0' <= src[at] && src[at] <= '9' {
		at++
	}
	if at == first {
		return -1
	}
	return at
}

func checkLiteral(src []byte, at int) int {
	for _, literal := range [...]string{"true", "false", "null"} {
		if end := at + len(literal); end <= len(src) && string(src[at:end]) == literal {
			return end
		}
	}
	return -1
}
