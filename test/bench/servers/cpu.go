// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package servers

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// CPU returns the CPU time that the process has used so far, in user and kernel, from its CPU clock (see
// clock_getcpuclockid(3)), which is exact where /proc counts in steps of 10 ms.
func (s *Server) CPU() (time.Duration, error) {
	const scheduler = 2 // CPUCLOCK_SCHED: what all threads of the process ran
	var now unix.Timespec
	if err := unix.ClockGettime(^int32(s.Process.Process.Pid)<<3|scheduler, &now); err != nil {
		return 0, fmt.Errorf("cannot read the CPU clock of %s: %w", s.Name, err)
	}
	return time.Duration(now.Nano()), nil
}
