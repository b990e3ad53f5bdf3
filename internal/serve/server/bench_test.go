// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"crypto/tls"
	"net"
	"testing"
)

// BenchmarkHandshake compares a full TLS handshake with one that resumes a session (docs/decisions/0002-no-cache.md). Both sides are
// counted.
func BenchmarkHandshake(b *testing.B) {
	dir := b.TempDir()
	certFile, keyFile := dir+"/tls.crt", dir+"/tls.key"
	roots := trust(writePair(b, certFile, keyFile))
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		b.Fatal(err)
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{pair}})
	if err != nil {
		b.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func(connection net.Conn) {
				_, _ = connection.Write([]byte{1})
				_ = connection.Close()
			}(connection)
		}
	}()
	for name, cache := range map[string]tls.ClientSessionCache{"full": nil, "resumed": tls.NewLRUClientSessionCache(1)} {
		config := &tls.Config{RootCAs: roots.RootCAs, ClientSessionCache: cache}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				connection, err := tls.Dial("tcp", listener.Addr().String(), config)
				if err != nil {
					b.Fatal(err)
				}
				_, _ = connection.Read(make([]byte, 1)) // the ticket comes before it
				_ = connection.Close()
			}
		})
	}
}
