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

	// MaxConnections is how many connections are open at once; see places for who loses its own when more come. Each takes
	// up to 80 KB.
	MaxConnections int

	// DrainQuiet is how long no call must have come before the listener closes.
	DrainQuiet time.Duration
	// DrainTimeout bounds the time from the signal to the end of the process.
	DrainTimeout time.Duration
}

// answerTimeout is added to BodyTimeout for the answer to be taken.
const answerTimeout = 10 * time.Second

// FromSettings reads the configuration. A wrong setting is kept in the Reader.
func FromSettings(settings *env.Reader) Config {
	c := Config{
		Port:           settings.Int("PORT", 8080, 0, 65535),
		CertFile:       settings.String("TLS_CERT_FILE", ""),
		KeyFile:        settings.String("TLS_KEY_FILE", ""),
		HeaderTimeout:  settings.Duration("HEADER_TIMEOUT", 10*time.Second, 100*time.Millisecond, time.Minute),
		BodyTimeout:    settings.Duration("BODY_TIMEOUT", 30*time.Second, 100*time.Millisecond, 10*time.Minute),
		IdleTimeout:    settings.Duration("IDLE_TIMEOUT", 620*time.Second, time.Second, time.Hour),
		MaxConnections: settings.Int("MAX_CONNECTIONS", 512, 2, 1_000_000),
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
