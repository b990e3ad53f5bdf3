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

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/interpreter"
)

const (
	// MaxBody is the largest body in bytes that is answered. An object of 1.5 MiB, the most that etcd takes, can be 3 MiB
	// of JSON, Retain carries two of them, and 2 MiB are left for the envelope and the statuses of thousands of members.
	MaxBody = 8 << 20
	// maxDiscard is how much of a larger body is read and dropped, so that the client is done sending and reads the answer.
	maxDiscard = 8 << 20
	// maxKept is the largest buffer that waits for the next call; larger ones are rare and go back to the heap.
	maxKept = 1 << 20
	// firstStep is how much memory a body is given before its first byte; each further step is nextStep times as large.
	firstStep = 64 << 10
	nextStep  = 8
)

// call is the memory that one call needs: its body and what is made of it. It is used again for later calls.
type call struct {
	body     bytes.Buffer
	limited  io.LimitedReader
	view     contextView
	request  interpreter.Request
	response configv1alpha1.ResourceInterpreterContext
}

var calls = sync.Pool{New: func() any { return new(call) }}

func newCall() *call {
	return calls.Get().(*call)
}

// release ends the use of everything that c holds.
func (c *call) release() {
	if c.body.Cap() > maxKept {
		return
	}
	body := c.body
	body.Reset()
	*c = call{body: body}
	calls.Put(c)
}

// read returns the whole body, which stays valid until release.
func (c *call) read(r *http.Request) ([]byte, *problem) {
	if r.ContentLength <= MaxBody {
		switch err := c.fill(r.Body, int(r.ContentLength)); {
		case errors.Is(err, ErrBusy):
			return nil, busy()
		case err != nil:
			return nil, badRequest("cannot read the body: it broke off after " + strconv.Itoa(c.body.Len()) + " bytes")
		case c.body.Len() <= MaxBody:
			return c.body.Bytes(), nil
		}
	}
	_, _ = io.CopyN(io.Discard, r.Body, maxDiscard)
	return nil, bodyTooLarge()
}

// fill reads the body, or one byte too many. Memory for the length that the header claims, -1 if it claims none, is given
// in steps, the next when the last is full: claiming is easy.
func (c *call) fill(from io.Reader, claimed int) error {
	for step := firstStep; ; step *= nextStep {
		step = min(step, MaxBody+1)
		// One byte more than MinRead lets ReadFrom see the end of a body of known length without growing.
		c.body.Grow(max(min(claimed, step)-c.body.Len(), 0) + bytes.MinRead + 1)
		c.limited = io.LimitedReader{R: from, N: int64(step - c.body.Len())}
		if _, err := c.body.ReadFrom(&c.limited); err != nil || c.limited.N > 0 || step > MaxBody {
			return err
		}
	}
}
