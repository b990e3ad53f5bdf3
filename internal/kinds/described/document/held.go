// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package document

// Held is how many bytes documents take in memory.
type Held int

// MaxHeld bounds the documents of one call: a value of 2 bytes can take 80, and the object may be as large as a body.
const MaxHeld Held = 16 << 20

// What values take at most, in bytes. Maps and lists that grow hold the old and the new for a while.
const (
	heldValue  = 48  // an element of a list, or a member of a map beside others; numbers are stored apart
	heldMap    = 320 // a map with members
	heldEmpty  = 64  // a map or list without any
	heldString = 32  // a text, beside its bytes
	heldFound  = 160 // what a path leads to, and what is made of it
)

// take counts memory before it is taken.
func (d *decoder) take(n Held) error {
	if *d.held += n; *d.held > MaxHeld {
		return errHeld
	}
	return nil
}
