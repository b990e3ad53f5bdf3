// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"bytes"
	"testing"
	"testing/iotest"
)

// TestFill checks that a body is read whole in every size and that a claimed length alone takes little memory.
func TestFill(t *testing.T) {
	for _, size := range []int{0, 1, firstStep - 1, firstStep, firstStep + 1, firstStep * nextStep, MaxBody - 1, MaxBody, MaxBody + 1, MaxBody + 100} {
		for _, claimed := range []int{size, -1} {
			var c call
			if err := c.fill(bytes.NewReader(make([]byte, size)), claimed); err != nil {
				t.Fatal(err)
			}
			if want := min(size, MaxBody+1); c.body.Len() != want {
				t.Errorf("claimed %d: read %d bytes of %d, want %d", claimed, c.body.Len(), size, want)
			}
		}
	}
	var c call
	_ = c.fill(iotest.TimeoutReader(bytes.NewReader(make([]byte, 10))), MaxBody)
	if got := c.body.Cap(); got > 2*firstStep {
		t.Errorf("a client that claims %d bytes and sends 10 takes %d bytes of memory, want at most %d", MaxBody, got, 2*firstStep)
	}
}
