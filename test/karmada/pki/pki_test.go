// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package pki

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"path/filepath"
	"testing"
)

func TestServer(t *testing.T) {
	dir := t.TempDir()
	authority, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := authority.Server("server", "a.example.com", "10.1.2.3", "fd00::1"); err != nil {
		t.Fatal(err)
	}
	ca, err := os.ReadFile(filepath.Join(dir, "ca.crt"))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ca)
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, "server.crt"), filepath.Join(dir, "server.key"))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		reason string
		valid  bool
	}{
		"localhost":     {"the playground's own", true},
		"127.0.0.1":     {"the playground's own", true},
		"a.example.com": {"a DNS name that was asked for", true},
		"10.1.2.3":      {"an IPv4 address that was asked for", true},
		"fd00::1":       {"an IPv6 address that was asked for", true},
		"b.example.com": {"nobody asked for it", false},
		"10.1.2.4":      {"nobody asked for it", false},
	}
	for host, tt := range tests {
		t.Run(host, func(t *testing.T) {
			_, err := pair.Leaf.Verify(x509.VerifyOptions{DNSName: host, Roots: roots})
			if (err == nil) != tt.valid {
				t.Errorf("%s: want valid %t, got %v", tt.reason, tt.valid, err)
			}
		})
	}
}
