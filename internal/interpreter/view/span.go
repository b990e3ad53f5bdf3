// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import "github.com/go-json-experiment/json/jsontext"

// Span is the place of one JSON value in the document that was decoded: a view struct with a Span reads a large value
// without copying it. The value at a Span is known to be valid JSON without duplicate members.
type Span struct {
	start, end int64
}

// UnmarshalJSONFrom notes where the next value stands.
func (s *Span) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	value, err := decoder.ReadValue()
	if err != nil {
		return err
	}
	s.end = decoder.InputOffset()
	s.start = s.end - int64(len(value))
	return nil
}

// In returns the bytes at the Span in the document that it was decoded from, nil if the value was absent. The bytes are
// shared with the document.
func (s Span) In(document []byte) []byte {
	if s.end == 0 {
		return nil
	}
	return document[s.start:s.end:s.end]
}
