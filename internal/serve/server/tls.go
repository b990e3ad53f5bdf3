// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"crypto/tls"
	"fmt"

	"workload.example.io/interpreter/internal/serve/reload"
)

// withoutCBC are the suites of TLS 1.2 with forward secrecy and authenticated encryption. Those of TLS 1.3 all have both.
var withoutCBC = []uint16{
	tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
	tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
}

// tlsConfig serves the certificate of the files and follows them when they are rotated. While certificate and key do not
// belong together, as in the middle of a rotation, the old pair stays in use. Sessions are resumed with tickets, so that a
// client that comes back saves the signature.
func tlsConfig(certFile, keyFile string, report func(error)) (*tls.Config, error) {
	pair, err := reload.New(func(contents [][]byte) (*tls.Certificate, error) {
		certificate, err := tls.X509KeyPair(contents[0], contents[1])
		return &certificate, err
	}, report, certFile, keyFile)
	if err != nil {
		return nil, fmt.Errorf("cannot use TLS_CERT_FILE and TLS_KEY_FILE: %w", err)
	}
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		CipherSuites:   withoutCBC,
		NextProtos:     []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return pair.Get(), nil },
	}, nil
}
