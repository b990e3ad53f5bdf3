// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package proc

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestStopFreesPort ends servers with many threads: as soon as Stop returns, the next one can have their port.
func TestStopFreesPort(t *testing.T) {
	if address := os.Getenv("SERVE"); address != "" {
		serve(address)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	for range 20 {
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		server, err := Start(Spec{Name: "server", Command: []string{os.Args[0], "-test.run=^TestStopFreesPort$"},
			Env: []string{"SERVE=" + address}, Log: filepath.Join(t.TempDir(), "log"), Marker: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		until(t, "the server to serve", func() bool { return strings.Contains(Tail(server.Log, 1), "ready") })
		if err := Stop(t.Context(), 20*time.Second, server); err != nil {
			t.Fatal(err)
		}
		if listener, err = net.Listen("tcp", address); err != nil {
			t.Fatalf("after Stop: %v", err)
		}
	}
	_ = listener.Close()
}

// serve holds a port and hundreds of threads until the process is ended.
func serve(address string) {
	if _, err := net.Listen("tcp", address); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	const threads = 300
	started := make(chan struct{})
	for range threads {
		go func() {
			runtime.LockOSThread()
			started <- struct{}{}
			select {}
		}()
	}
	for range threads {
		<-started
	}
	fmt.Println("ready")
	select {}
}
