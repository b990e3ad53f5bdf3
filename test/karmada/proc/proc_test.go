// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package proc

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// start starts a shell script and ends it with the test.
func start(t *testing.T, marker, script string) Process {
	t.Helper()
	p, err := Start(Spec{Name: "script", Command: []string{"/bin/sh", "-c", script}, Log: filepath.Join(t.TempDir(), "log"), Marker: marker})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Signal(syscall.SIGKILL) })
	return p
}

func until(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); {
		if time.Now().After(deadline) {
			t.Fatalf("not within 20s: %s", what)
		}
		<-time.After(10 * time.Millisecond)
	}
}

func TestStop(t *testing.T) {
	tests := map[string]struct {
		reason, script string
		grace          time.Duration
	}{
		"ends when asked":       {"SIGTERM is enough for most", "echo ready; exec sleep 600", 20 * time.Second},
		"ignores SIGTERM":       {"a component that hangs is killed after its grace", "trap '' TERM; echo ready; while :; do sleep 0.05; done", 100 * time.Millisecond},
		"has ended before":      {"a component that died is no error", "echo ready", time.Second},
		"ends slower than that": {"grace is for writing data out", "trap 'sleep 0.2; exit' TERM; echo ready; while :; do sleep 0.05; done", 20 * time.Second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, t.TempDir(), tt.script)
			until(t, "the script to run", func() bool { return strings.Contains(Tail(p.Log, 1), "ready") })
			if err := Stop(t.Context(), tt.grace, p); err != nil {
				t.Errorf("%s: %v", tt.reason, err)
			}
			if p.Alive() {
				t.Errorf("%s: still alive", tt.reason)
			}
		})
	}
}

func TestStopGoesOnAfterInterruption(t *testing.T) {
	p := start(t, t.TempDir(), "exec sleep 600")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Stop(ctx, 20*time.Second, p); err != nil || p.Alive() {
		t.Errorf("after Ctrl-C: want ended and no error, got alive %t, %v", p.Alive(), err)
	}
}

// TestRecycledPID uses a state file that names a living process by its pid, but with the start time of another one.
func TestRecycledPID(t *testing.T) {
	stranger := start(t, t.TempDir(), "exec sleep 600")
	recorded := stranger
	recorded.StartTime--
	if recorded.Alive() {
		t.Error("a pid that was given to another process counts as alive")
	}
	if err := Stop(t.Context(), time.Second, recorded); err != nil {
		t.Error(err)
	}
	if !stranger.Alive() {
		t.Error("the stranger was ended")
	}
}

func TestMarked(t *testing.T) {
	marker := t.TempDir()
	parent := start(t, marker, "sleep 600 & wait")
	start(t, marker+"-other", "exec sleep 600")
	var found []Process
	until(t, "the script and its child to be found", func() bool {
		var err error
		if found, err = Marked(marker); err != nil {
			t.Fatal(err)
		}
		return len(found) == 2
	})
	if err := Stop(t.Context(), 20*time.Second, found...); err != nil {
		t.Error(err)
	}
	if left, _ := Marked(marker); len(left) > 0 || parent.Alive() {
		t.Errorf("still running: %v", left)
	}
}

func TestStartFails(t *testing.T) {
	_, err := Start(Spec{Name: "etcd", Command: []string{"/does/not/exist"}, Log: filepath.Join(t.TempDir(), "log")})
	if err == nil || !strings.Contains(err.Error(), "cannot start etcd") {
		t.Errorf("missing binary: want an error that names etcd, got %v", err)
	}
}

// TestSurvivesStarter runs this test binary again as a starter that is killed, and finds what it left by the marker.
func TestSurvivesStarter(t *testing.T) {
	marker := t.TempDir()
	if os.Getenv("STARTER") != "" {
		_, _ = Start(Spec{Name: "left", Command: []string{"/bin/sleep", "600"}, Log: os.Getenv("STARTER") + "/log", Marker: os.Getenv("STARTER")})
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	starter := exec.Command(os.Args[0], "-test.run=^TestSurvivesStarter$")
	starter.Env = append(os.Environ(), "STARTER="+marker)
	if err := starter.Run(); err == nil {
		t.Fatal("the starter was not killed")
	}
	left, err := Marked(marker)
	if err != nil || len(left) != 1 {
		t.Fatalf("left by a starter that was killed: want one process, got %v, %v", left, err)
	}
	if err := Stop(t.Context(), 20*time.Second, left...); err != nil {
		t.Error(err)
	}
}

func TestTail(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	tests := map[string]struct{ reason, log, want string }{
		"last lines": {"the end is what matters", write("a", "1\n2\n3\n"), "    2\n    3"},
		"empty":      {"a process that dies silently", write("b", ""), "    (the log is empty)"},
		"long":       {"a log may be larger than memory allows", write("c", strings.Repeat("x\n", 1<<17)+"end"), "    x\n    end"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := Tail(tt.log, 2); got != tt.want {
				t.Errorf("%s: want %q, got %q", tt.reason, tt.want, got)
			}
		})
	}
}
