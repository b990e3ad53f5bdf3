// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"bytes"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// names finds members that stand twice in one object. It keeps 8 bytes for each member of the objects that are open, where
// the library copies every name into a map, more than 10 times the size of an object with a million members.
type names struct {
	// open has the names of all objects that are open, outermost first: 32 bits of hash, then 32 bits of offset.
	open []uint64
	// first has, for each value that is open, the index of its first name in open, -1 for an array.
	first []int
	// again is the least offset of a name that repeats one of its object, -1 as long as there is none.
	again int
	seed  maphash.Seed
}

var (
	seed      = maphash.MakeSeed()
	namesPool = sync.Pool{New: func() any { return &names{seed: seed} }}
)

// maxPooled is the number of members up to which the memory for them waits for the next document.
const maxPooled = 4 << 10

// duplicate returns the offset of the first name in the document that repeats one of its object, -1 if there is none. The
// document is valid JSON.
func duplicate(document []byte) int {
	n := namesPool.Get().(*names)
	n.open, n.first, n.again = n.open[:0], n.first[:0], -1
	n.scan(document)
	if cap(n.open)+cap(n.first) <= maxPooled {
		namesPool.Put(n)
	}
	return n.again
}

func (n *names) scan(document []byte) {
	isName := false
	for at := 0; at < len(document); at++ {
		switch document[at] {
		case '"':
			end, ok := skipString(document, at)
			if !ok {
				return
			}
			if isName {
				n.open = append(n.open, n.hash(document[at:end])<<32|uint64(at))
				isName = false
			}
			at = end - 1
		case '{':
			n.first = append(n.first, len(n.open))
			isName = true
		case '[':
			n.first = append(n.first, -1)
		case '}', ']':
			isName = false
			n.close(document)
		case ',':
			isName = len(n.first) > 0 && n.first[len(n.first)-1] >= 0
		}
	}
}

// hash hashes what the name stands for, however it is written.
func (n *names) hash(quoted []byte) uint64 {
	return maphash.Bytes(n.seed, unquote(quoted))
}

// close ends the innermost object or array.
func (n *names) close(document []byte) {
	last := len(n.first) - 1
	if last < 0 {
		return
	}
	first := n.first[last]
	n.first = n.first[:last]
	if first < 0 {
		return
	}
	n.check(document, n.open[first:])
	n.open = n.open[:first]
}

// few is the number of names up to which each is compared with each instead of sorting them.
const few = 16

func (n *names) check(document []byte, open []uint64) {
	if len(open) <= few {
		for i := range open {
			for j := range open[:i] {
				n.compare(document, open[j], open[i])
			}
		}
		return
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

// run looks for the first repetition among names with the same hash, in the order of the document. There are few of them
// unless they are equal, because nobody knows the seed.
func (n *names) run(document []byte, same []uint64) {
	for i := range same {
		for j := range same[:i] {
			if n.compare(document, same[j], same[i]) {
				return
			}
		}
	}
}

// compare notes the later of two names if they are equal.
func (n *names) compare(document []byte, a, b uint64) bool {
	if a>>32 != b>>32 {
		return false
	}
	earlier, later := int(uint32(a)), int(uint32(b))
	if !bytes.Equal(nameAt(document, earlier), nameAt(document, later)) {
		return false
	}
	if n.again < 0 || later < n.again {
		n.again = later
	}
	return true
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
