// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package server

import "net"

// sweep closes the listener. Connections that wait are reset.
func sweep(l net.Listener) []net.Conn {
	_ = l.Close()
	return nil
}
