// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Cage is a memory cgroup, of version 1 or 2. Where the machine allows none it is nil, and what is measured is the most
// that was resident.
type Cage struct {
	dir string
	v2  bool
}

// NewCage makes a cgroup that allows so many bytes, nil if the machine does not let us.
func NewCage(name string, limit int64) *Cage {
	for _, c := range []*Cage{{dir: filepath.Join("/sys/fs/cgroup/memory", name)}, {dir: filepath.Join("/sys/fs/cgroup", name), v2: true}} {
		if _, err := os.Stat(filepath.Join(filepath.Dir(c.dir), c.file("cgroup.procs", "cgroup.controllers"))); err != nil {
			continue
		}
		err := os.Mkdir(c.dir, 0o755)
		if err == nil {
			err = c.write(c.file("memory.limit_in_bytes", "memory.max"), strconv.FormatInt(limit, 10))
		}
		if err == nil {
			return c
		}
		_ = os.Remove(c.dir)
	}
	return nil
}

func (c *Cage) file(v1, v2 string) string {
	if c.v2 {
		return v2
	}
	return v1
}

func (c *Cage) write(file, text string) error {
	return os.WriteFile(filepath.Join(c.dir, file), []byte(text), 0o644)
}

// Enclose makes a command start inside the cgroup.
func (c *Cage) Enclose(command *exec.Cmd) error {
	shell, err := exec.LookPath("sh")
	if err != nil {
		return err
	}
	command.Args = append([]string{"sh", "-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(c.dir, "cgroup.procs"), command.Path}, command.Args[1:]...)
	command.Path = shell
	return nil
}

// Most is the most that was charged so far, in bytes: the process, the pages of its program and what the kernel holds for
// it, with version 2 also its sockets.
func (c *Cage) Most() (int64, error) {
	text, err := os.ReadFile(filepath.Join(c.dir, c.file("memory.max_usage_in_bytes", "memory.peak")))
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
}

// Kills is how many processes the kernel has killed for want of memory.
func (c *Cage) Kills() (int, error) {
	text, err := os.ReadFile(filepath.Join(c.dir, c.file("memory.oom_control", "memory.events")))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "oom_kill "); ok {
			return strconv.Atoi(strings.TrimSpace(rest))
		}
	}
	return 0, errors.New("cannot find oom_kill")
}

// Remove removes the cgroup, whose processes have ended.
func (c *Cage) Remove() error {
	if err := os.Remove(c.dir); err != nil {
		return fmt.Errorf("cannot remove the cgroup: %w", err)
	}
	return nil
}
