// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import "bytes"

// Reader reads an ordinary document in the one pass that checks it, several times as fast as Document. What it accepts, Document
// accepts, and reads the same. It gives up on what is wrong and on what is rare, such as null or an escape sequence in a text
// that is asked for; then Document must read the document, and say what is wrong.
//
// Each method reads what is next. After the Reader has given up, all do nothing.
type Reader struct {
	src   []byte
	at    int
	open  int
	names *names
}

// Read calls read with a Reader of the document and reports whether it was read to its end.
func Read(document []byte, read func(*Reader)) bool {
	if len(document) > maxDocument {
		return false
	}
	n := newNames()
	defer n.release()
	r := Reader{src: document, at: after(document, 0), names: n}
	read(&r)
	return r.at >= 0 && after(document, r.at) == len(document)
}

// GiveUp leaves the document to Document.
func (r *Reader) GiveUp() { r.at = -1 }

// Skip reads a value of any kind for nothing.
func (r *Reader) Skip() {
	if r.at >= 0 {
		r.at = r.names.value(r.src, r.at, r.open)
	}
}

// Span reads a value of any kind but null and returns its place.
func (r *Reader) Span() Span {
	start := r.at
	r.Skip()
	if r.at < 0 || r.src[start] == 'n' {
		r.GiveUp()
		return Span{}
	}
	return Span{start: int64(start), end: int64(r.at)}
}

// Text reads a string without escape sequences. Its bytes are those of the document.
func (r *Reader) Text() []byte {
	start := r.at
	if r.at < 0 || r.at >= len(r.src) || r.src[r.at] != '"' {
		r.GiveUp()
		return nil
	}
	if r.at = checkText(r.src, r.at); r.at < 0 {
		return nil
	}
	text := r.src[start+1 : r.at-1]
	if bytes.IndexByte(text, '\\') >= 0 {
		r.GiveUp()
		return nil
	}
	return text
}

// Bool reads a boolean.
func (r *Reader) Bool() bool {
	start := r.at
	r.Skip()
	if r.at < 0 || r.src[start] != 't' && r.src[start] != 'f' {
		r.GiveUp()
		return false
	}
	return r.src[start] == 't'
}

// Count reads an integer of at most nine digits.
func (r *Reader) Count() int32 {
	start := r.at
	r.Skip()
	if r.at >= 0 {
		if n, ok := counted(r.src[start:r.at]); ok {
			return n
		}
	}
	r.GiveUp()
	return 0
}

// Object reads an object. It calls member with each name, as it is written, and member reads the value.
func (r *Reader) Object(member func(name []byte)) {
	first := len(r.names.open)
	for more := r.begin('{', '}'); more; more = r.next('}') {
		start := r.at
		if r.at = r.names.name(r.src, r.at); r.at >= len(r.src) {
			r.GiveUp()
			return
		}
		name := r.names.open[len(r.names.open)-1]
		member(r.src[start+1 : start+int(uint32(name))-1])
	}
	if r.at >= 0 && !r.names.distinct(r.src, first) {
		r.GiveUp()
	}
}

// Array reads an array. It calls item before each item, and item reads it.
func (r *Reader) Array(item func()) {
	for more := r.begin('[', ']'); more; more = r.next(']') {
		item()
	}
}

// begin reads the first byte of an object or an array and reports whether something stands in it.
func (r *Reader) begin(first, last byte) bool {
	if r.at < 0 || r.at >= len(r.src) || r.src[r.at] != first {
		r.GiveUp()
		return false
	}
	r.open++
	if r.at = after(r.src, r.at+1); r.at < len(r.src) && r.src[r.at] == last {
		r.open--
		r.at++
		return false
	}
	return true
}

// next reads what stands behind a member or an item and reports whether another one follows.
func (r *Reader) next(last byte) bool {
	if r.at < 0 {
		return false
	}
	var more bool
	if r.at, more = separated(r.src, r.at, last); !more {
		r.open--
	}
	return more
}
