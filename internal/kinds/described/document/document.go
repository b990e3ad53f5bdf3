// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package document

import "workload.example.io/interpreter/internal/interpreter/view"

// Document is what was read.
type Document struct {
	// Value is the document as expressions see it: map[string]any, []any, string, int64, float64, bool, or nil. Objects hold
	// only what the shape reads.
	Value any
	// Held counts what the documents of one call take together; nil counts for this document alone.
	Held  *Held
	found []found
	first [4]found // where found begins, so that few paths cost no memory
}

type found struct {
	slot int
	raw  []byte
}

// Raw returns the value that a path leads to, nil if it is absent or null. It shares memory with the document.
func (d *Document) Raw(slot Slot) []byte {
	for i := range d.found {
		if d.found[i].slot == int(slot) {
			return d.found[i].raw
		}
	}
	return nil
}

// Each calls yield with each value that a path with [*] leads to and that is not null.
func (d *Document) Each(slot Slot, yield func(raw []byte) error) error {
	for i := range d.found {
		if d.found[i].slot == int(slot) {
			if err := yield(d.found[i].raw); err != nil {
				return err
			}
		}
	}
	return nil
}

// Decode reads the document. The place, such as "object", is put before every path in an error, which is a *view.Error.
func (s *Shape) Decode(d *Document, raw []byte, place string) error {
	d.found = d.first[:0]
	decoder := decoder{src: raw, into: d, held: d.Held}
	if decoder.held == nil {
		decoder.held = new(Held)
	}
	value, _, err := decoder.value(s, view.Space(raw, 0))
	d.Value = value
	if err != nil {
		return decoder.explain(err, place)
	}
	return nil
}
