// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"workload.example.io/interpreter/test/karmada/internal/playground"
	"workload.example.io/interpreter/test/karmada/proc"
)

// TestInterrupted starts the real command, signals it at each of its steps and looks for what it leaves. The steps after
// the build need the built binaries and take a minute together: KARMADA_TEST_INTERRUPT=1 adds them.
func TestInterrupted(t *testing.T) {
	command := filepath.Join(t.TempDir(), "playground")
	if out, err := exec.Command("go", "build", "-o", command, ".").CombinedOutput(); err != nil {
		t.Fatalf("cannot build the command: %v\n%s", err, out)
	}
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(root, ".cache", "karmada")
	if cache := os.Getenv("KARMADA_CACHE"); cache != "" {
		kept = cache
	}
	tests := map[string]struct {
		step   string // the signal is sent when this step is printed
		signal syscall.Signal
		heavy  bool
	}{
		"Ctrl-C in a build":               {"building etcd", syscall.SIGINT, false},
		"SIGTERM in a build":              {"building etcd", syscall.SIGTERM, false},
		"killed in a build":               {"building etcd", syscall.SIGKILL, false},
		"Ctrl-C while etcd starts":        {"starting etcd", syscall.SIGINT, true},
		"Ctrl-C while API servers start":  {"starting the API servers", syscall.SIGINT, true},
		"SIGHUP while CRDs are installed": {"installing", syscall.SIGHUP, true},
		"SIGTERM while Karmada starts":    {"starting Karmada", syscall.SIGTERM, true},
		"Ctrl-C while members join":       {"joining", syscall.SIGINT, true},
		"killed while API servers start":  {"starting the API servers", syscall.SIGKILL, true},
		"killed while members join":       {"joining", syscall.SIGKILL, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			cache := t.TempDir() // without any binary, so that it starts with a build
			if tt.heavy {
				if os.Getenv("KARMADA_TEST_INTERRUPT") == "" {
					t.Skip("needs the built binaries and KARMADA_TEST_INTERRUPT=1")
				}
				cache = kept
			}
			interrupt(t, command, tt.step, tt.signal, []string{"KARMADA_CACHE=" + cache, "KARMADA_STATE=" + t.TempDir()})
		})
	}
}

func interrupt(t *testing.T, command, step string, signal syscall.Signal, env []string) {
	state := strings.TrimPrefix(env[1], "KARMADA_STATE=")
	up := exec.Command(command, "up")
	up.Env = append(os.Environ(), env...)
	up.Stderr = os.Stderr
	stdout, err := up.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := up.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if strings.Contains(lines.Text(), step) {
			_ = up.Process.Signal(signal)
		}
	}
	if err := up.Wait(); err == nil {
		t.Error("up: want an error after the signal, got none")
	}
	if signal == syscall.SIGKILL {
		down := exec.Command(command, "down")
		down.Env = up.Env
		if out, err := down.CombinedOutput(); err != nil {
			t.Errorf("down after up was killed: %v\n%s", err, out)
		}
	}
	folder, err := playground.OpenFolder(state)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := proc.Marked(string(folder)); err != nil || len(left) > 0 {
		t.Errorf("left running: %v, %v", left, err)
	}
	if _, err := os.Stat(filepath.Join(state, "state.json")); err == nil {
		t.Error("left: state.json")
	}
}
