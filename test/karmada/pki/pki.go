// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package pki makes the certificates of one playground: an authority that lives as long as the playground's folder, and
// leaves for servers and clients on loopback.
package pki

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"net"
	"os"
	"path/filepath"
	"time"

	"workload.example.io/interpreter/internal/cli/selfsigned"
)

// lifetime is how long a playground can be kept open.
const lifetime = 365 * 24 * time.Hour

// Authority signs certificates and writes them into its folder as <name>.crt and <name>.key, its own as ca.
type Authority struct {
	dir         string
	certificate *tls.Certificate
}

// New makes an authority in dir.
func New(dir string) (*Authority, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "karmada-playground"},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	a := &Authority{dir: dir}
	certificate, err := a.issue("ca", template)
	a.certificate = &certificate
	return a, err
}

// Server issues a certificate for a server on loopback that also answers to the given hosts: DNS names or IP addresses.
func (a *Authority) Server(name string, hosts ...string) error {
	template := &x509.Certificate{
		Subject:     pkix.Name{CommonName: name},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		DNSNames:    []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		// etcd and the aggregated API server use their serving certificate as a client, too.
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	selfsigned.Answer(template, hosts)
	_, err := a.issue(name, template)
	return err
}

// Client issues a certificate for a user with groups.
func (a *Authority) Client(name, user string, groups ...string) error {
	_, err := a.issue(name, &x509.Certificate{
		Subject:     pkix.Name{CommonName: user, Organization: groups},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	})
	return err
}

// Key writes a bare key pair, for signing service account tokens.
func (a *Authority) Key(name string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return err
	}
	return errors.Join(
		a.write(name+".key", pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: private})),
		a.write(name+".pub", pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})),
	)
}

// issue writes a certificate and its key; the first one signs itself.
func (a *Authority) issue(name string, template *x509.Certificate) (tls.Certificate, error) {
	template.NotBefore = time.Now().Add(-5 * time.Minute)
	template.NotAfter = time.Now().Add(lifetime)
	certificate, err := selfsigned.Issue(template, a.certificate)
	if err != nil {
		return tls.Certificate{}, err
	}
	private, err := x509.MarshalECPrivateKey(certificate.PrivateKey.(*ecdsa.PrivateKey))
	if err != nil {
		return tls.Certificate{}, err
	}
	return certificate, errors.Join(
		a.write(name+".crt", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Certificate[0]})),
		a.write(name+".key", pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: private})),
	)
}

func (a *Authority) write(name string, content []byte) error {
	return os.WriteFile(filepath.Join(a.dir, name), content, 0o600)
}
