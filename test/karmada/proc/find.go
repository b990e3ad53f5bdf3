// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package proc

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Marked finds every running process of this user whose environment carries the marker, the caller excepted.
func Marked(marker string) ([]Process, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("cannot list processes: %w", err)
	}
	want := []byte(MarkerEnv(marker))
	var found []Process
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		// The start time is read first: if the pid changes hands in between, the process found is not alive.
		stat, err := readStat(pid)
		if err != nil || !hasEnv(pid, want) {
			continue
		}
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		argv := strings.Split(strings.TrimRight(string(command), "\x00"), "\x00")
		p := Process{Name: filepath.Base(argv[0]), PID: pid, StartTime: stat.startTime, Command: argv}
		if p.Alive() {
			found = append(found, p)
		}
	}
	return found, nil
}

func hasEnv(pid int, want []byte) bool {
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return false // gone, or another user's
	}
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.Equal(entry, want) {
			return true
		}
	}
	return false
}

type stat struct {
	state     string
	threads   int
	startTime uint64
}

// ended reports whether the process has given back all that it held. A zombie may have threads that are still on their way
// out, and with them its files and ports.
func (s stat) ended() bool { return s.state == "X" || s.state == "Z" && s.threads <= 1 }

// readStat reads the fields of /proc/<pid>/stat that matter. The command in the second field may hold spaces and
// parentheses, so fields are counted after the last closing one.
func readStat(pid int) (stat, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return stat{}, err
	}
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
	const state, threads, startTime = 0, 17, 19 // proc(5) counts from 1, the fields here begin with the third
	if len(fields) <= startTime {
		return stat{}, fmt.Errorf("cannot read /proc/%d/stat: %d fields", pid, len(fields))
	}
	ticks, err := strconv.ParseUint(fields[startTime], 10, 64)
	if err != nil {
		return stat{}, fmt.Errorf("cannot read /proc/%d/stat: %w", pid, err)
	}
	count, err := strconv.Atoi(fields[threads])
	if err != nil {
		return stat{}, fmt.Errorf("cannot read /proc/%d/stat: %w", pid, err)
	}
	return stat{state: fields[state], threads: count, startTime: ticks}, nil
}

// ResidentBytes is the memory that p holds now, 0 when it has ended.
func (p Process) ResidentBytes() int64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.PID))
	fields := strings.Fields(string(raw))
	if err != nil || len(fields) < 2 || !p.Alive() {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}
