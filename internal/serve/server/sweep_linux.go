// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"net"
	"os"
	"syscall"
)

// sweep accepts all connections that wait, closes the listener and returns them. Nothing but two system calls lie between
// the look that finds none and the end of the socket; a connection that is set up in between is reset, and so is one
// whose handshake is on its way.
func sweep(l net.Listener) []net.Conn {
	defer l.Close()
	socket, ok := l.(syscall.Conn)
	if !ok {
		return nil
	}
	control, err := socket.SyscallConn()
	if err != nil {
		return nil
	}
	var accepted []int
	_ = control.Control(func(fd uintptr) {
		for {
			next, _, err := syscall.Accept4(int(fd), syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
			if err == syscall.EINTR || err == syscall.ECONNABORTED {
				continue
			}
			if err != nil {
				break
			}
			accepted = append(accepted, next)
		}
		_ = syscall.Shutdown(int(fd), syscall.SHUT_RD)
	})
	var connections []net.Conn
	for _, fd := range accepted {
		file := os.NewFile(uintptr(fd), "")
		connection, err := net.FileConn(file) // of a copy
		_ = file.Close()
		if err == nil {
			connections = append(connections, connection)
		}
	}
	return connections
}
