// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"time"

	"workload.example.io/interpreter/internal/serve/env"
)

// Config is how a Server listens, what it bears and how it stops.
type Config struct {
	// Port is the TCP port on all interfaces, 0 for a free one.
	Port int
	// CertFile and KeyFile hold the certificate chain and its key in PEM. Without them the server speaks plain HTTP, behind
	// a platform that ends TLS.
	CertFile, KeyFile string

	// HeaderTimeout bounds a TLS handshake and a request's header, BodyTimeout header and body together.
	HeaderTimeout, BodyTimeout time.Duration
	// IdleTimeout is how long a connection waits for its next call. Karmada closes its own after 90 s and proxies reuse
	// theirs for up to 600 s; whoever closes first must be the client, or a call is lost.
	IdleTimeout time.Duration

	// MaxConnections is how many connections are open at once; more wait to be accepted.
	MaxConnections int
	// MaxCalls is how many calls are in work at once, from the last byte of the body to the last of the answer.
	MaxCalls int
	// MaxBytes bounds the memory for the bodies of all calls together.
	MaxBytes int

	// DrainQuiet is how long no call must have come before the listener closes.
	DrainQuiet time.Duration
	// DrainTimeout bounds the time from the signal to the end of the process.
	DrainTimeout time.Duration
}

const (
	// answerTimeout is added to BodyTimeout for the answer to be taken.
	answerTimeout = 10 * time.Second
	// maxHeader bounds a request's header in bytes. Karmada's is 300 bytes, and proxies add theirs.
	maxHeader = 16 << 10
)

// FromSettings reads the configuration. A wrong setting is kept in the Reader.
func FromSettings(settings *env.Reader) Config {
	c := Config{
		Port:           settings.Int("PORT", 8080, 0, 65535),
		CertFile:       settings.String("TLS_CERT_FILE", ""),
		KeyFile:        settings.String("TLS_KEY_FILE", ""),
		HeaderTimeout:  settings.Duration("HEADER_TIMEOUT", 10*time.Second, 100*time.Millisecond, time.Minute),
		BodyTimeout:    settings.Duration("BODY_TIMEOUT", 30*time.Second, 100*time.Millisecond, 10*time.Minute),
		IdleTimeout:    settings.Duration("IDLE_TIMEOUT", 620*time.Second, time.Second, time.Hour),
		MaxConnections: settings.Int("MAX_CONNECTIONS", 4096, 1, 1_000_000),
		MaxCalls:       settings.Int("MAX_CALLS", 256, 1, 100_000),
		MaxBytes:       settings.Int("MAX_BYTES", 32<<20, 1<<20, 16<<30),
		DrainQuiet:     settings.Duration("DRAIN_QUIET", 2*time.Second, 10*time.Millisecond, 10*time.Minute),
		DrainTimeout:   settings.Duration("DRAIN_TIMEOUT", 9*time.Second, 100*time.Millisecond, time.Hour),
	}
	switch {
	case c.CertFile != "" && c.KeyFile == "":
		settings.Refuse("TLS_CERT_FILE", "want TLS_KEY_FILE beside it, got none")
	case c.CertFile == "" && c.KeyFile != "":
		settings.Refuse("TLS_KEY_FILE", "want TLS_CERT_FILE beside it, got none")
	}
	return c
}
