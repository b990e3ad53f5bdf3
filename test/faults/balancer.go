// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// Balancer leads TCP connections to the processes that are ready, as a Service of Kubernetes does: it learns from their
// probes whom to lead new connections to, and leaves those that exist alone.
type Balancer struct {
	listener net.Listener
	tunnels  bool
	probe    *http.Client
	mu       sync.Mutex
	members  []*Process
	ready    []*Process
	next     int
}

// NewBalancer starts a balancer, which probes with the client. One that tunnels is an HTTP proxy, which leads every CONNECT
// to the processes, whatever host it names.
func NewBalancer(probe *http.Client, tunnels bool) (*Balancer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &Balancer{listener: listener, tunnels: tunnels, probe: probe}
	go b.accept()
	go b.watch()
	return b, nil
}

// Address is where the balancer listens.
func (b *Balancer) Address() string { return b.listener.Addr().String() }

// Close ends the balancer; connections that exist go on.
func (b *Balancer) Close() { b.listener.Close() }

// Add adds a process.
func (b *Balancer) Add(p *Process) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.members = append(b.members, p)
}

// Leads reports whether the balancer leads connections to the process.
func (b *Balancer) Leads(p *Process) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, ready := range b.ready {
		if ready == p {
			return true
		}
	}
	return false
}

// watch asks who is ready ten times a second; a real kubelet takes longer, and so does DRAIN_QUIET by default.
func (b *Balancer) watch() {
	for {
		b.mu.Lock()
		members := b.members
		b.mu.Unlock()
		var ready []*Process
		for _, member := range members {
			if member.Ready(b.probe) {
				ready = append(ready, member)
			}
		}
		b.mu.Lock()
		b.ready = ready
		b.mu.Unlock()
		<-time.After(100 * time.Millisecond)
	}
}

func (b *Balancer) accept() {
	for {
		from, err := b.listener.Accept()
		if err != nil {
			return
		}
		go b.lead(from)
	}
}

func (b *Balancer) lead(from net.Conn) {
	defer from.Close()
	b.mu.Lock()
	if len(b.ready) == 0 {
		b.mu.Unlock()
		return
	}
	b.next++
	address := b.ready[b.next%len(b.ready)].Address()
	b.mu.Unlock()
	to, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer to.Close()
	reader := bufio.NewReader(from)
	if b.tunnels {
		if request, err := http.ReadRequest(reader); err != nil || request.Method != http.MethodConnect {
			return
		}
		_, _ = io.WriteString(from, "HTTP/1.1 200 OK\r\n\r\n")
	}
	go func() {
		_, _ = io.Copy(to, reader)
		_ = to.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(from, to)
}
