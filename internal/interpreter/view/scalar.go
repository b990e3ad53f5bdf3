// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import "unicode/utf8"

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
			r, size := utf8.DecodeRune(src[at:])
			if r == utf8.RuneError && size == 1 {
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
