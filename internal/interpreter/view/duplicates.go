// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"bytes"
	"hash/maphash"
	"math"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// names finds members that stand twice in one object. It keeps 8 bytes for each member of the objects that are open, where
// the library copies every name into a map: 10 times the size of an object with a million members.
type names struct {
	// open has the names of all objects that are open, outermost first, each as its offset and, in the lower half, its length.
	open []uint64
	// first has, for each value that is open, the index of its first name in open, -1 for an array.
	first []int
	// escaped is set if any name so far has an escape sequence.
	escaped bool
	// again is the least offset of a name that repeats one of its object, -1 as long as there is none.
	again int
}

var namesPool = sync.Pool{New: func() any { return new(names) }}

// maxPooled is the number of members up to which the memory for them waits for the next document.
const maxPooled = 4 << 10

// unique returns an *Error about the first name in the document that repeats one of its object. The document is valid JSON.
func unique(document []byte) error {
	if again := duplicate(document); again >= 0 {
		return &Error{Path: join("", pointerTo(document, again)), Want: "valid JSON", Got: sameTwice}
	}
	return nil
}

// duplicate returns the offset of that name, -1 if there is none.
func duplicate(document []byte) int {
	n := newNames()
	defer n.release()
	n.scan(document)
	return n.again
}

func newNames() *names {
	n := namesPool.Get().(*names)
	n.open, n.first, n.escaped, n.again = n.open[:0], n.first[:0], false, -1
	return n
}

func (n *names) release() {
	if cap(n.open)+cap(n.first) <= maxPooled {
		namesPool.Put(n)
	}
}

// scan visits every name, and ends every object, of a document that is valid JSON. It stops where one is not.
func (n *names) scan(document []byte) {
	for at, isName := after(document, 0), false; at < len(document); {
		if isName {
			end := n.add(document, at)
			at, isName = after(document, after(document, end)+1), false // behind the colon
			continue
		}
		switch document[at] {
		case '{':
			n.first = append(n.first, len(n.open))
			at = after(document, at+1)
			isName = at < len(document) && document[at] == '"'
			continue
		case '[':
			n.first = append(n.first, -1)
			at = after(document, at+1)
			continue
		case '"':
			at, _ = skipString(document, at)
		case ',', '}', ']':
		default:
			at = scalar(document, at)
		}
		for at = after(document, at); at < len(document) && document[at] != ','; at = after(document, at+1) {
			n.close(document)
		}
		at = after(document, at+1)
		isName = len(n.first) > 0 && n.first[len(n.first)-1] >= 0
	}
}

// after is space without a call where there is none.
func after(document []byte, at int) int {
	if at < len(document) && document[at] > ' ' {
		return at
	}
	return space(document, at)
}

// add notes the name at an offset and returns where it ends.
func (n *names) add(document []byte, at int) (end int) {
	for end = at + 1; end < len(document) && document[end] != '"'; end++ {
		if document[end] == '\\' {
			n.escaped = true
			end++
		}
	}
	end = min(end+1, len(document))
	n.open = append(n.open, uint64(at)<<32|uint64(end-at))
	return end
}

// close ends the innermost object or array.
func (n *names) close(document []byte) {
	last := len(n.first) - 1
	if last < 0 {
		return
	}
	if first := n.first[last]; first >= 0 {
		n.check(document, n.open[first:])
		n.open = n.open[:first]
	}
	n.first = n.first[:last]
}

// few is the number of names up to which each is compared with each instead of sorting them.
const few = 16

func (n *names) check(document []byte, open []uint64) {
	if len(open) > few || n.escaped {
		n.sort(document, open)
		return
	}
	for i, later := range open {
		for _, earlier := range open[:i] {
			if uint32(earlier) == uint32(later) {
				n.compareTexts(document, earlier, later)
			}
		}
	}
}

// seed makes hashes that nobody can know, so that nobody can make names with the same.
var seed = maphash.MakeSeed()

// sort finds repetitions among many names by their hashes. The names are overwritten, each by 32 bits of its hash and its
// offset.
func (n *names) sort(document []byte, open []uint64) {
	for i, name := range open {
		at, length := name>>32, name&math.MaxUint32
		open[i] = maphash.Bytes(seed, unquote(document[at:at+length]))<<32 | at
	}
	slices.Sort(open)
	for start, end := 0, 1; end <= len(open); end++ {
		if end < len(open) && open[end]>>32 == open[start]>>32 {
			continue
		}
		n.run(document, open[start:end])
		start = end
	}
}

// run looks for the first repetition among names with the same hash, in the order of the document. They are few unless they
// are equal.
func (n *names) run(document []byte, same []uint64) {
	for i := range same {
		for j := range same[:i] {
			if n.compare(document, int(uint32(same[j])), int(uint32(same[i]))) {
				return
			}
		}
	}
}

// compare reports whether the names at two offsets are equal, and notes the later one.
func (n *names) compare(document []byte, earlier, later int) bool {
	if !bytes.Equal(nameAt(document, earlier), nameAt(document, later)) {
		return false
	}
	if n.again < 0 || later < n.again {
		n.again = later
	}
	return true
}

// compareTexts is compare for names of one length without escape sequences, as they stand in open.
func (n *names) compareTexts(document []byte, earlier, later uint64) {
	length := uint64(uint32(later))
	i, j := earlier>>32, later>>32
	if bytes.Equal(document[i:i+length], document[j:j+length]) {
		n.compare(document, int(i), int(j))
	}
}

func nameAt(document []byte, at int) []byte {
	end, _ := skipString(document, at)
	return unquote(document[at:end])
}

// pointerTo returns the JSON pointer of the member whose name stands at the offset of a valid document.
func pointerTo(document []byte, offset int) jsontext.Pointer {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(document), checked)
	for decoder.InputOffset() <= int64(offset) {
		if _, err := decoder.ReadToken(); err != nil {
			return ""
		}
	}
	return decoder.StackPointer()
}
