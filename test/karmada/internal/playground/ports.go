// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
)

// freePorts finds one free port on loopback for each name. Ports come from below the range that the kernel hands out
// for outgoing connections: one of those could take a port between here and the start of its component.
func freePorts(names []string) (map[string]int, error) {
	const lowest, highest, tries = 20000, 32000, 1000
	ports := map[string]int{}
	taken := map[int]bool{}
	for _, name := range names {
		for range tries {
			port := lowest + rand.IntN(highest-lowest)
			if !taken[port] && checkPort(port) == nil {
				taken[port], ports[name] = true, port
				break
			}
		}
		if ports[name] == 0 {
			return nil, fmt.Errorf("cannot find a free port for %s between %d and %d on 127.0.0.1", name, lowest, highest)
		}
	}
	return ports, nil
}

// checkPort reports whether something listens on the port already.
func checkPort(port int) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("port %d on 127.0.0.1 is taken: %w", port, err)
	}
	return listener.Close()
}
