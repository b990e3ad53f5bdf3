// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package run

import (
	"runtime/debug"
	"testing"
)

// TestTuneGC checks what settings.md says of GOGC and GOMEMLIMIT.
func TestTuneGC(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(1<<40)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}()
	t.Setenv("GOGC", "100")
	t.Setenv("GOMEMLIMIT", "1TiB")
	tuneGC(32 << 20)
	if got, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1); got != 100 || limit != 1<<40 {
		t.Errorf("got GOGC %d and a limit of %d, want those of the environment", got, limit)
	}
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	tuneGC(32 << 20)
	if got, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1); got != 400 || limit != 96<<20 {
		t.Errorf("got GOGC %d and a limit of %d, want 400 and 96 MiB", got, limit)
	}
}
