// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package servers

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"workload.example.io/interpreter/test/faults"
)

// TestCPU reads the CPU clock of this process, which advances while it works.
func TestCPU(t *testing.T) {
	self := &Server{Name: "this test", Process: &faults.Process{Cmd: &exec.Cmd{Process: &os.Process{Pid: os.Getpid()}}}}
	before, err := self.CPU()
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; {
		after, err := self.CPU()
		if err != nil {
			t.Fatal(err)
		}
		if after-before > 5*time.Millisecond {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the clock went from %v to %v in 10 s of work", before, after)
		}
	}
}

func TestMachine(t *testing.T) {
	if m := ThisMachine(); m.Cores < 1 || m.CPU == "" || m.Memory == "" || m.Kernel == "" || m.LoadBefore == "" {
		t.Errorf("want a machine that is known, got %+v", m)
	}
}
