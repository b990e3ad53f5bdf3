// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The functions below are what an UnmarshalJSONFrom is made of that reads a large value without keeping it: one value after
// the other, null like an absent one. Bytes that they hand out are valid until the next value is read.

// Members calls visit with the name of each member of the object that is next; visit reads the member's value.
func Members(decoder *jsontext.Decoder, visit func(name []byte) error) error {
	switch decoder.PeekKind() {
	case jsontext.KindBeginObject:
	case jsontext.KindNull:
		return Skip(decoder)
	default:
		return Mismatch(decoder, "object")
	}
	if _, err := decoder.ReadToken(); err != nil {
		return err
	}
	for decoder.PeekKind() != jsontext.KindEndObject {
		name, err := decoder.ReadValue()
		if err != nil {
			return err
		}
		if err := visit(unquote(name)); err != nil {
			return err
		}
	}
	_, err := decoder.ReadToken()
	return err
}

// Items calls visit before each item of the array that is next; visit reads the item.
func Items(decoder *jsontext.Decoder, visit func() error) error {
	switch decoder.PeekKind() {
	case jsontext.KindBeginArray:
	case jsontext.KindNull:
		return Skip(decoder)
	default:
		return Mismatch(decoder, "array")
	}
	if _, err := decoder.ReadToken(); err != nil {
		return err
	}
	for decoder.PeekKind() != jsontext.KindEndArray {
		if err := visit(); err != nil {
			return err
		}
	}
	_, err := decoder.ReadToken()
	return err
}

// Text reads a string of at most limit bytes.
func Text(decoder *jsontext.Decoder, limit int) ([]byte, error) {
	value, err := decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	switch value.Kind() {
	case jsontext.KindNull:
		return nil, nil
	case jsontext.KindString:
	default:
		return nil, Refuse(decoder, "string", kindName(value.Kind()))
	}
	text := unquote(value)
	if len(text) > limit {
		return nil, Refuse(decoder, fmt.Sprintf("string of at most %d bytes", limit), "longer string")
	}
	return text, nil
}

// Skip reads the next value for nothing.
func Skip(decoder *jsontext.Decoder) error {
	_, err := decoder.ReadValue()
	return err
}

// Mismatch reads the next value and refuses it because something else is wanted there.
func Mismatch(decoder *jsontext.Decoder, want string) error {
	value, err := decoder.ReadValue()
	if err != nil {
		return err
	}
	return Refuse(decoder, want, kindName(value.Kind()))
}

// Refuse is the error of an UnmarshalJSONFrom that did not want what it read last. It becomes an *Error with the path of that
// value; want and got must hold nothing of it.
func Refuse(decoder *jsontext.Decoder, want, got string) error {
	return &json.SemanticError{JSONPointer: decoder.StackPointer(), Err: &Error{Want: want, Got: got}}
}

// unquote returns what a JSON string stands for. It shares its bytes where there is no escape sequence.
func unquote(quoted []byte) []byte {
	if text := quoted[1 : len(quoted)-1]; bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	text, _ := jsontext.AppendUnquote(nil, quoted) // the decoder has checked it
	return text
}
