// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"bytes"
	"testing"
)

// TestFill checks that a body is read whole in every size, and in no more memory than it was weighed with.
func TestFill(t *testing.T) {
	for _, size := range []int{0, 1, firstStep - 1, firstStep, firstStep + 1, 512 << 10, MaxBody - 1, MaxBody, MaxBody + 1, MaxBody + 100} {
		for _, claimed := range []int{size, -1} {
			if claimed > MaxBody {
				continue // refused before
			}
			var c call
			if err := c.fill(bytes.NewReader(make([]byte, size)), claimed); err != nil {
				t.Fatal(err)
			}
			if want := min(size, MaxBody+1); c.body.Len() != want {
				t.Errorf("claimed %d: read %d bytes of %d, want %d", claimed, c.body.Len(), size, want)
			}
		}
	}
	for _, size := range []int{1, 1 << 10, firstStep, firstStep + 1, 1 << 20, MaxBody} {
		var c call
		if err := c.fill(bytes.NewReader(make([]byte, size)), size); err != nil || c.body.Cap() > size+size/4+8<<10 {
			t.Errorf("a body of %d bytes takes %d bytes of memory: %v", size, c.body.Cap(), err)
		}
	}
}
