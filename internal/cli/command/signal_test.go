// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestSignals checks that signals end a command that waits for an input that does not end.
func TestSignals(t *testing.T) {
	interpret := exec.Command("interpret", "ask", "--operation", "InterpretHealth", "--observed-file", "-")
	input, err := interpret.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := interpret.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds: when it is written, the command is reading and has said which signals it wants.
	if _, err := input.Write(bytes.Repeat([]byte("#\n"), 1<<20)); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- interpret.Wait() }()
	deadline := time.After(10 * time.Second)
	for again := time.NewTicker(20 * time.Millisecond); ; {
		select {
		case err := <-done:
			if err == nil {
				t.Error("want an exit code other than 0")
			}
			return
		case <-again.C:
			_ = interpret.Process.Signal(os.Interrupt)
		case <-deadline:
			_ = interpret.Process.Kill()
			t.Fatal("the command goes on after many signals")
		}
	}
}
