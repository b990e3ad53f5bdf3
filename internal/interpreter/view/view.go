// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package view reads JSON into small view structs and speaks of every failure in one voice:
//
//	cannot decode object.spec.replicas: want integer, got string
//
// Names are matched case-sensitively, duplicate members, invalid UTF-8 and nesting beyond 10,000 levels are refused,
// unknown members are skipped. An error names the place and the expected type, never the value that stood there.
package view

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Error tells which part of a document could not be decoded. It holds no value of the document.
type Error struct {
	// Path is the place, such as object.spec.template.spec.containers[0].env.
	Path string
	// Want is what was expected there, Got is what was found, both as words such as "integer" or "string".
	Want, Got string
}

// Error returns the message that the operator reads, without a place if the Path is empty, and with the beginning of a long one.
func (e *Error) Error() string {
	reason := "want " + e.Want + ", got " + e.Got
	if e.Path == "" {
		return reason
	}
	return "cannot decode " + shorten(e.Path) + ": " + reason
}

// checked is for values that stood at a Span: they are known to be valid UTF-8 without duplicate members.
var checked = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// buffers hold what is left of values after pruning.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

const (
	// smallDocument is the largest document in bytes whose members the library always compares: at most 2 MiB for them.
	smallDocument = 256 << 10
	// denseMember is the number of bytes for each member below which unique compares them: it takes a third more time, but the
	// library takes 10 bytes for each byte of an object with a million members, and 5 of this density.
	denseMember = 32
	// maxDocument is the largest document in bytes: offsets are kept in 32 bits.
	maxDocument = math.MaxUint32
)

// Document decodes a whole document from outside into v, a pointer to a view struct. An error is always an *Error. Beside
// what the view keeps it holds at most 5 bytes for each byte of the document, for the names of members that are open.
func Document(data []byte, v any) error {
	if len(data) > maxDocument {
		return &Error{Path: join("", ""), Want: fmt.Sprintf("at most %d bytes", maxDocument), Got: "more"}
	}
	isDense := len(data) > smallDocument && bytes.Count(data, []byte{':'}) > len(data)/denseMember
	if err := json.Unmarshal(data, v, jsontext.AllowDuplicateNames(isDense)); err != nil {
		return explain(err, "")
	}
	if isDense {
		return unique(data)
	}
	return nil
}

// Value decodes a value that stood at a Span of a Document, and so is valid, into v, a pointer to a view struct. The value's
// own place, such as "object", is put before every path in an error, which is always an *Error. What the view does not name
// is cut out before: an ordinary object is mostly metadata, which the library would check once more.
func Value(data []byte, place string, v any) error {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	shape := shapeFor(reflect.TypeOf(v))
	rest, _, ok := shape.prune((*buffer)[:0], data, space(data, 0), false)
	*buffer = rest
	if !ok {
		rest = data
	} else if shape.filled(v, rest) {
		return nil
	}
	if err := json.Unmarshal(rest, v, checked); err != nil {
		return explain(err, place)
	}
	return nil
}

// Object decodes like Value and also refuses a value that is absent or null.
func Object(data []byte, place string, v any) error {
	if len(data) == 0 {
		return &Error{Path: place, Want: "object", Got: "nothing"}
	}
	if jsontext.Value(data).Kind() == jsontext.KindNull {
		return &Error{Path: place, Want: "object", Got: "null"}
	}
	return Value(data, place, v)
}

// explain turns an error of the JSON library into an *Error and drops every value that the library quotes.
func explain(err error, place string) error {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		return &Error{Path: join(place, syntactic.JSONPointer), Want: "valid JSON", Got: syntax(syntactic)}
	}
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		var refused *Error
		if errors.As(semantic.Err, &refused) {
			return &Error{Path: join(place, semantic.JSONPointer), Want: refused.Want, Got: refused.Got}
		}
		e := &Error{Path: join(place, semantic.JSONPointer), Want: typeName(semantic.GoType), Got: kindName(semantic.JSONKind)}
		if semantic.JSONKind == jsontext.KindNumber && isInteger(semantic.GoType) {
			e.Want, e.Got = integer(semantic.GoType, semantic.Err)
		}
		return e
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{Path: place, Want: "valid JSON", Got: "truncated input"}
	}
	return &Error{Path: place, Want: "valid JSON", Got: "something else"}
}

const sameTwice = "the same member twice"

func syntax(err *jsontext.SyntacticError) string {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return fmt.Sprintf("input that ends at byte %d", err.ByteOffset)
	case errors.Is(err, jsontext.ErrDuplicateName):
		return sameTwice
	case err.Err != nil && err.Err.Error() == "invalid UTF-8":
		return fmt.Sprintf("invalid UTF-8 at byte %d", err.ByteOffset)
	case err.Err != nil && err.Err.Error() == "exceeded max depth":
		return fmt.Sprintf("nesting deeper than 10,000 levels at byte %d", err.ByteOffset)
	}
	return fmt.Sprintf("an unexpected character at byte %d", err.ByteOffset)
}

func integer(t reflect.Type, err error) (want, got string) {
	if !errors.Is(err, strconv.ErrRange) {
		return "integer", "number with a fraction or an exponent"
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	limit := int64(1)<<(t.Bits()-1) - 1
	return fmt.Sprintf("integer from %d to %d", -limit-1, limit), "number out of range"
}
