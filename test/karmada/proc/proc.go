// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package proc starts processes that outlive their starter and ends exactly those again.
//
// A process is known by two things. Its pid together with its start time from /proc names one process and never another
// one that was given the same pid later. And its environment carries a marker, so that Marked finds it even when the
// starter was killed before it could write the pid down. Signals go through a pidfd that is opened before the identity
// is checked, so no signal can hit a stranger. Linux only; a zombie counts as ended once all of its threads have.
package proc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// markerVariable is the environment variable that marks a process. Its name must never change: "down" finds what an
// older version has started by it.
const markerVariable = "KARMADA_PLAYGROUND_MARKER"

// Process is one started process, as it is written into the state file.
type Process struct {
	Name      string   `json:"name"`
	PID       int      `json:"pid"`
	StartTime uint64   `json:"startTime"` // clock ticks since boot, field 22 of /proc/<pid>/stat
	Command   []string `json:"command"`
	Log       string   `json:"log"`
}

// Spec says what to start.
type Spec struct {
	Name    string
	Command []string
	Env     []string // in addition to the starter's own
	Log     string   // file that takes stdout and stderr, appended to
	Marker  string   // see Marked
}

// Start starts a process in a session of its own, so that neither a signal to the starter's terminal nor the starter's
// end reaches it.
func Start(spec Spec) (Process, error) {
	log, err := os.OpenFile(spec.Log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return Process{}, fmt.Errorf("cannot start %s: %w", spec.Name, err)
	}
	defer log.Close()

	cmd := exec.Command(spec.Command[0], spec.Command[1:]...)
	cmd.Env = append(slices.Concat(os.Environ(), spec.Env), MarkerEnv(spec.Marker))
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return Process{}, fmt.Errorf("cannot start %s: %w", spec.Name, err)
	}
	// The child stays a zombie, and so readable in /proc, until Wait is called.
	p := Process{Name: spec.Name, PID: cmd.Process.Pid, Command: spec.Command, Log: spec.Log}
	stat, err := readStat(p.PID)
	go func() { _ = cmd.Wait() }()
	if err != nil {
		return Process{}, fmt.Errorf("cannot start %s: %w", spec.Name, err)
	}
	p.StartTime = stat.startTime
	return p, nil
}

// MarkerEnv is the environment entry that marks a process and its children.
func MarkerEnv(marker string) string { return markerVariable + "=" + marker }

// Alive reports whether p still runs.
func (p Process) Alive() bool {
	stat, err := readStat(p.PID)
	return err == nil && stat.startTime == p.StartTime && !stat.ended()
}

// Signal sends sig if p still runs, and does nothing otherwise.
func (p Process) Signal(sig os.Signal) error {
	handle, err := os.FindProcess(p.PID)
	if err != nil {
		return nil
	}
	defer func() { _ = handle.Release() }()
	if !p.Alive() {
		return nil
	}
	if err := handle.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("cannot signal %s (pid %d): %w", p.Name, p.PID, err)
	}
	return nil
}

// Stop asks every process to end, waits up to grace, kills what is left and returns once all are gone.
func Stop(ctx context.Context, grace time.Duration, processes ...Process) error {
	var errs []error
	for _, p := range processes {
		errs = append(errs, p.Signal(syscall.SIGTERM))
	}
	left, _ := waitGone(ctx, grace, processes)
	for _, p := range left {
		errs = append(errs, p.Signal(syscall.SIGKILL))
	}
	left, err := waitGone(ctx, 10*time.Second, left)
	if err != nil {
		errs = append(errs, fmt.Errorf("still running after SIGKILL: %s", names(left)))
	}
	return errors.Join(errs...)
}

func waitGone(ctx context.Context, limit time.Duration, processes []Process) ([]Process, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	left := slices.Clone(processes)
	for {
		left = slices.DeleteFunc(left, func(p Process) bool { return !p.Alive() })
		if len(left) == 0 {
			return nil, nil
		}
		select {
		case <-ctx.Done():
			return left, ctx.Err()
		case <-tick.C:
		}
	}
}

func names(processes []Process) string {
	var out []string
	for _, p := range processes {
		out = append(out, fmt.Sprintf("%s (pid %d)", p.Name, p.PID))
	}
	return strings.Join(out, ", ")
}
