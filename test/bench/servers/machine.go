// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package servers

import (
	"os"
	"runtime"
	"strings"
)

// Machine describes where a comparison ran.
type Machine struct {
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`
	Memory string `json:"memory"`
	Kernel string `json:"kernel"`
	Go     string `json:"go"`
	// LoadBefore and LoadAfter are the load averages of the last minute: what else the machine did is in the first.
	LoadBefore string `json:"loadBefore"`
	LoadAfter  string `json:"loadAfter"`
}

// ThisMachine describes this machine. What cannot be read is left empty.
func ThisMachine() Machine {
	return Machine{
		CPU: field("/proc/cpuinfo", "model name"), Cores: runtime.NumCPU(), Memory: field("/proc/meminfo", "MemTotal"),
		Kernel: strings.TrimSpace(read("/proc/sys/kernel/osrelease")), Go: runtime.Version(), LoadBefore: Load(),
	}
}

// Load returns the load average of the last minute.
func Load() string {
	load, _, _ := strings.Cut(read("/proc/loadavg"), " ")
	return load
}

func read(path string) string {
	content, _ := os.ReadFile(path)
	return string(content)
}

func field(path, name string) string {
	for line := range strings.Lines(read(path)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
