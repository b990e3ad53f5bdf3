// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"os"
	"time"

	"k8s.io/client-go/rest"
)

func (p *Playground) probeClient() (*http.Client, error) {
	authority, err := os.ReadFile(p.folder.pki("ca.crt"))
	if err != nil {
		return nil, err
	}
	admin, err := tls.LoadX509KeyPair(p.folder.pki("admin.crt"), p.folder.pki("admin.key"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(authority)
	return &http.Client{
		Timeout: 5 * time.Second,
		Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{admin}},
		},
	}, nil
}

// Karmada is the client configuration of Karmada's API server, Member that of a member's.
func (p *Playground) Karmada() *rest.Config { return p.restConfig("karmada-apiserver") }

// Member is the client configuration of a member's API server.
func (p *Playground) Member(name string) *rest.Config { return p.restConfig(name + "-apiserver") }

func (p *Playground) restConfig(port string) *rest.Config {
	return &rest.Config{
		Host: p.url(port),
		QPS:  -1, // one user on loopback: no throttling
		TLSClientConfig: rest.TLSClientConfig{
			CAFile: p.folder.pki("ca.crt"), CertFile: p.folder.pki("admin.crt"), KeyFile: p.folder.pki("admin.key"),
		},
	}
}
