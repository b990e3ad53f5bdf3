// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// number returns an int64 if it is written as one and fits, else a float64.
func number(text string) (any, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return nil, errRange
	case err != nil:
		return nil, errSyntax
	}
	return n, nil
}

// unquote returns what a string with its quotes says, as bytes that may be shared.
func unquote(quoted []byte) []byte {
	if len(quoted) < 2 {
		return nil
	}
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, quoted)
	return text
}

// KindName names the kind of a JSON value.
func KindName(raw []byte) string {
	at := view.Space(raw, 0)
	if at >= len(raw) {
		return "nothing"
	}
	switch raw[at] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}
