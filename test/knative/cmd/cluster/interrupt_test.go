// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"workload.example.io/interpreter/test/karmada/proc"
	"workload.example.io/interpreter/test/knative/internal/node"
)

// TestInterrupted starts a cluster with the real command, ends the command or the guard at different steps, and looks for what
// is left: processes, mounts, links and control groups. It needs what "up" needs; make -C test e2e-knative runs it.
func TestInterrupted(t *testing.T) {
	command := os.Getenv("KNATIVE_TEST_INTERRUPT")
	if command == "" {
		t.Skip("needs root, the built binaries and KNATIVE_TEST_INTERRUPT, the path of the command")
	}
	p, err := findPaths()
	if err != nil {
		t.Fatal(err)
	}
	if runs(p) {
		t.Fatal("a cluster of make -C test knative-up runs, and one machine has room for one\nnext: make -C test knative-down")
	}
	tests := map[string]struct {
		step   string // the signal is sent when this step is printed
		signal syscall.Signal
		guard  bool // signal the guard, not the command
	}{
		"Ctrl-C while images are packed":           {"packing images", syscall.SIGINT, false},
		"Ctrl-C while containerd starts":           {"starting a node", syscall.SIGINT, false},
		"SIGTERM while the API server starts":      {"containerd has the images", syscall.SIGTERM, false},
		"SIGHUP while Knative starts":              {"the node is ready", syscall.SIGHUP, false},
		"killed while the API server starts":       {"containerd has the images", syscall.SIGKILL, false},
		"killed with pods running":                 {"Knative Serving is ready", syscall.SIGKILL, false},
		"guard killed while Knative starts":        {"the node is ready", syscall.SIGKILL, true},
		"guard terminated while Knative starts":    {"the node is ready", syscall.SIGTERM, true},
		"guard killed while the API server starts": {"containerd has the images", syscall.SIGKILL, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			interrupt(t, p, command, tt.step, tt.signal, tt.guard)
		})
	}
}

func interrupt(t *testing.T, p paths, command, step string, signal syscall.Signal, guard bool) {
	up := exec.Command(command, "up")
	up.Stderr = os.Stderr
	stdout, err := up.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := up.Start(); err != nil {
		t.Fatal(err)
	}
	sent := false
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if sent || !strings.Contains(lines.Text(), step) {
			continue
		}
		sent = true
		if !guard {
			_ = up.Process.Signal(signal)
			continue
		}
		process, err := load(p)
		if err := errors.Join(err, process.Signal(signal)); err != nil {
			t.Error(err)
		}
	}
	if err := up.Wait(); err == nil || !sent {
		t.Errorf("up: want an error after the step %q, got %v", step, err)
	}
	if signal == syscall.SIGKILL && !guard { // nothing can clean up behind itself then
		if out, err := exec.Command(command, "down").CombinedOutput(); err != nil {
			t.Errorf("down after up was killed: %v\n%s", err, out)
		}
	}
	nothingLeft(t, p)
}

func nothingLeft(t *testing.T, p paths) {
	t.Helper()
	left, err := node.Left()
	processes, markedErr := proc.Marked(p.state)
	mounts, mountsErr := os.ReadFile("/proc/self/mounts")
	if err := errors.Join(err, markedErr, mountsErr); err != nil {
		t.Fatal(err)
	}
	for _, process := range processes {
		left = append(left, "process "+process.Name)
	}
	for line := range strings.SplitSeq(string(mounts), "\n") {
		if strings.Contains(line, filepath.Base(p.state)+"/kubelet") || strings.Contains(line, "containerd") {
			left = append(left, "mount "+line)
		}
	}
	if len(left) > 0 {
		t.Errorf("want nothing left, got %q", left)
	}
}
