// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// maxPath bounds a path in bytes, so that a document with absurd member names cannot blow up a log line.
const maxPath = 256

// join writes the JSON pointer behind the place as a path: object + /spec/containers/0 = object.spec.containers[0].
func join(place string, pointer jsontext.Pointer) string {
	var path strings.Builder
	path.WriteString(place)
	for token := range pointer.Tokens() {
		switch {
		case isIndex(token):
			path.WriteString("[" + token + "]")
		case isName(token):
			if path.Len() > 0 {
				path.WriteByte('.')
			}
			path.WriteString(token)
		default:
			path.WriteString("[" + strconv.Quote(token) + "]")
		}
	}
	if path.Len() == 0 {
		return "the request"
	}
	return shorten(path.String())
}

func isIndex(token string) bool {
	_, err := strconv.ParseUint(token, 10, 32)
	return err == nil
}

func isName(token string) bool {
	for _, r := range token {
		if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_') {
			return false
		}
	}
	return token != ""
}

func shorten(path string) string {
	if len(path) <= maxPath {
		return path
	}
	end := maxPath
	for !utf8.RuneStart(path[end]) {
		end--
	}
	return path[:end] + "..."
}
