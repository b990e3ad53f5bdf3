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
)

const (
	// MaxBody is the largest body in bytes that is answered. An object of 1.5 MiB, the most that etcd takes, can be 3 MiB
	// of JSON, Retain carries two of them, and 2 MiB are left for the envelope and the statuses of thousands of members.
	MaxBody = 8 << 20
	// maxDiscard is how much of a larger body is read and dropped, so that the client is done sending and reads the answer.
	maxDiscard = 8 << 20
	// maxKept is the largest buffer that waits for the next call; larger ones are rare and go back to the heap.
	maxKept = 1 << 20
)

// buffer holds the body of one call.
type buffer struct {
	bytes.Buffer
}

var buffers = sync.Pool{New: func() any { return new(buffer) }}

func (b *buffer) release() {
	if b.Cap() <= maxKept {
		b.Reset()
		buffers.Put(b)
	}
}

// read returns the whole body, which stays valid until release.
func (b *buffer) read(r *http.Request) ([]byte, *problem) {
	if r.ContentLength <= MaxBody {
		// One byte more than MinRead lets ReadFrom see the end of a body of known length without growing.
		b.Grow(int(max(r.ContentLength, 0)) + bytes.MinRead + 1)
		_, err := b.ReadFrom(io.LimitReader(r.Body, MaxBody+1))
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			return nil, bodyTooLarge(tooLarge.Limit)
		case err != nil:
			return nil, badRequest("cannot read the body: the connection broke off after " + strconv.Itoa(b.Len()) + " bytes")
		case b.Len() <= MaxBody:
			return b.Bytes(), nil
		}
	}
	_, _ = io.CopyN(io.Discard, r.Body, maxDiscard)
	return nil, bodyTooLarge(MaxBody)
}
