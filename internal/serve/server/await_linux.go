// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import "syscall"

// await waits until the client has sent something or is gone, or until the deadline for reading. net/http starts a goroutine that reads
// with every call; within crypto/tls it would outgrow its first stack each time, and to copy that costs a twentieth of a call.
func (b *bounded) await() error {
	if b.control == nil {
		return nil
	}
	return b.control.Read(readable)
}

func readable(fd uintptr) bool {
	var next [1]byte
	_, _, err := syscall.Recvfrom(int(fd), next[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
	return err != syscall.EAGAIN
}
