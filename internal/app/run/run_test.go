// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package run

import (
	"context"
	"log/slog"
	"maps"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/telemetry"
)

// TestServeFails checks the errors that only show when the port is opened.
func TestServeFails(t *testing.T) {
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, taken, _ := net.SplitHostPort(listener.Addr().String())
	files := map[string]string{"TLS_CERT_FILE": filepath.Join(t.TempDir(), "tls.crt"), "TLS_KEY_FILE": "tls.key"}
	for want, values := range map[string]map[string]string{
		"cannot use PORT":                           {"PORT": taken},
		"cannot use METRICS_PORT":                   {"PORT": "0", "METRICS_PORT": taken},
		"cannot use TLS_CERT_FILE and TLS_KEY_FILE": maps.Clone(files),
	} {
		settings := env.New(func(name string) string { return values[name] })
		log := &telemetry.Log{Logger: slog.New(slog.DiscardHandler)}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := serve(ctx, settings, log, app.Kinds()); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
