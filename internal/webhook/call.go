// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"

	"workload.example.io/interpreter/internal/interpreter"
)

const (
	// MaxBody is the largest body in bytes that is answered. An object of 1.5 MiB, the most that etcd takes, can be 3 MiB
	// of JSON, Retain carries two of them, and 2 MiB are left for the envelope and the statuses of thousands of members.
	MaxBody = 8 << 20
	// maxKept is the largest buffer that waits for the next call; larger ones are rare and go back to the heap.
	maxKept = 32 << 10
	// firstStep is how much memory a body of unknown length is given first. Karmada always names the length.
	firstStep = 64 << 10
)

// call is the memory that one call needs: its body and what is made of it. It is used again for later calls.
type call struct {
	body    bytes.Buffer
	limited io.LimitedReader
	view    contextView
	request interpreter.Request
	answer  []byte
}

var calls = sync.Pool{New: func() any { return new(call) }}

func newCall() *call {
	return calls.Get().(*call)
}

// release ends the use of everything that c holds.
func (c *call) release() {
	if c.body.Cap() > maxKept || cap(c.answer) > maxKept {
		return
	}
	body := c.body
	body.Reset()
	*c = call{body: body, answer: c.answer[:0]}
	calls.Put(c)
}

// read returns the whole body, which stays valid until release. It does not read one that is too large to its end.
func (c *call) read(r *http.Request) ([]byte, *problem) {
	if r.ContentLength > MaxBody {
		return nil, bodyTooLarge()
	}
	switch err := c.fill(r.Body, int(r.ContentLength)); {
	case errors.Is(err, ErrBusy):
		return nil, busy()
	case err != nil:
		return nil, badRequest("cannot read the body: it broke off after " + strconv.Itoa(c.body.Len()) + " bytes")
	case c.body.Len() > MaxBody:
		return nil, bodyTooLarge()
	}
	return c.body.Bytes(), nil
}

// fill reads the body, or one byte too many. The length that the header claims, -1 if it claims none, was weighed before
// the call was let in. A body of unknown length gets all the memory that there is for one when a byte beyond the first
// step has come.
func (c *call) fill(from io.Reader, claimed int) error {
	size := claimed
	if claimed < 0 {
		size = firstStep
	}
	for {
		// One byte more than MinRead lets ReadFrom see the end of the body without growing.
		c.body.Grow(size - c.body.Len() + bytes.MinRead + 1)
		c.limited = io.LimitedReader{R: from, N: int64(size + 1 - c.body.Len())}
		if _, err := c.body.ReadFrom(&c.limited); err != nil || c.limited.N > 0 || size >= MaxBody || claimed >= 0 {
			return err
		}
		size = MaxBody
	}
}
