// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"workload.example.io/interpreter/test/karmada/proc"
)

// memory is what the node with all its pods and Karmada hold, in bytes. Pages that processes share are counted once.
func (s *suite) memory(t *testing.T) (node, karmada int64) {
	t.Helper()
	var guard proc.Process
	content, err := os.ReadFile(filepath.Join(s.state, "guard.json"))
	if err == nil {
		err = json.Unmarshal(content, &guard)
	}
	marked, markedErr := proc.Marked(os.Getenv("KNATIVE_E2E_KARMADA"))
	folders, globErr := filepath.Glob("/proc/[0-9]*")
	if err := errors.Join(err, markedErr, globErr); err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if below(folder, guard.PID) {
			node += proportional(folder)
		}
	}
	for _, process := range marked {
		karmada += proportional(filepath.Join("/proc", strconv.Itoa(process.PID)))
	}
	return node, karmada
}

// below reports whether a process descends from another.
func below(folder string, ancestor int) bool {
	for range 100 { // deeper than any
		content, err := os.ReadFile(filepath.Join(folder, "stat"))
		_, rest, found := strings.Cut(string(content), ") ")
		fields := strings.Fields(rest)
		if err != nil || !found || len(fields) < 2 {
			return false // it has ended
		}
		parent, err := strconv.Atoi(fields[1])
		if err != nil || parent <= 1 {
			return false
		}
		if parent == ancestor {
			return true
		}
		folder = filepath.Join("/proc", fields[1])
	}
	return false
}

// proportional is the proportional set size of a process, 0 if it has ended.
func proportional(folder string) int64 {
	content, _ := os.ReadFile(filepath.Join(folder, "smaps_rollup"))
	for line := range strings.Lines(string(content)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "Pss:" {
			kibibytes, _ := strconv.ParseInt(fields[1], 10, 64)
			return kibibytes << 10
		}
	}
	return 0
}
