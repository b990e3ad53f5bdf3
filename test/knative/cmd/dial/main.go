// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command dial opens TCP connections to each of its arguments, again and again, and prints a line whenever it begins or ceases
// to reach one. It is the image of pods that show what a network policy lets through.
package main

import (
	"fmt"
	"net"
	"os"
	"time"
)

const (
	patience = 2 * time.Second        // with one connection
	pause    = 200 * time.Millisecond // between two
)

func main() {
	for _, address := range os.Args[1:] {
		go follow(address)
	}
	select {}
}

// follow prints "open ADDRESS" and "blocked ADDRESS", the first try's result and every change of it.
func follow(address string) {
	for last := ""; ; time.Sleep(pause) {
		now := "open"
		connection, err := net.DialTimeout("tcp", address, patience)
		if err != nil {
			now = "blocked"
		} else {
			_ = connection.Close()
		}
		if now != last {
			fmt.Println(now, address)
		}
		last = now
	}
}
