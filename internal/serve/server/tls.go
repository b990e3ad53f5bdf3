// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"workload.example.io/interpreter/internal/serve/reload"
)

// withoutCBC are the suites of TLS 1.2 with forward secrecy and authenticated encryption. Those of TLS 1.3 all have both.
var withoutCBC = []uint16{
	tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
	tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
}

// certificate is the pair of the files.
type certificate struct {
	pair *reload.Value[*tls.Certificate]
	log  *slog.Logger
	warn atomic.Int64 // when the next warning may be written, in seconds of Unix time
}

// newCertificate follows the files when they are rotated. While certificate and key do not belong together, as in the
// middle of a rotation, the old pair stays in use.
func newCertificate(certFile, keyFile string, log *slog.Logger, report func(error)) (*certificate, error) {
	pair, err := reload.New(func(contents [][]byte) (*tls.Certificate, error) {
		pair, err := tls.X509KeyPair(contents[0], contents[1])
		return &pair, err
	}, report, certFile, keyFile)
	if err != nil {
		return nil, fmt.Errorf("cannot use TLS_CERT_FILE and TLS_KEY_FILE: %w", err)
	}
	c := &certificate{pair: pair, log: log}
	c.get()
	return c, nil
}

// get returns the pair of now. It warns once a day when less than a sixth of the certificate's life is left: cert-manager
// has renewed it by then.
func (c *certificate) get() *tls.Certificate {
	pair := c.pair.Get()
	now, next := time.Now(), c.warn.Load()
	life := pair.Leaf.NotAfter.Sub(pair.Leaf.NotBefore)
	if pair.Leaf.NotAfter.Sub(now) < life/6 && now.Unix() >= next && c.warn.CompareAndSwap(next, now.Add(24*time.Hour).Unix()) {
		c.log.Warn("the certificate expires soon, or has expired", slog.String("setting", "TLS_CERT_FILE"), slog.Time("expires", pair.Leaf.NotAfter))
	}
	return pair
}

// config resumes sessions with tickets, so that a client that comes back saves the signature.
func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		CipherSuites:   withoutCBC,
		NextProtos:     []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get(), nil },
	}
}

// CertificateExpiry returns when the certificate expires, zero without one.
func (s *Server) CertificateExpiry() time.Time {
	if s.certificate == nil {
		return time.Time{}
	}
	return s.certificate.get().Leaf.NotAfter
}
