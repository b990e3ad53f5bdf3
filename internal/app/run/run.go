// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package run is the whole server around the handler of package app: settings, limits, TLS, secrets, probes, metrics and
// a drain that loses no call. It stands apart from app, so that a managed function, which has a server already, links none
// of it.
package run

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"knative.dev/pkg/signals"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/serve/admission"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/server"
	"workload.example.io/interpreter/internal/serve/telemetry"
	"workload.example.io/interpreter/internal/serve/telemetry/metrics"
	"workload.example.io/interpreter/internal/webhook"
)

// Main serves the kinds until SIGTERM and ends the process: with 0 if every call was answered, with 1 and one line that
// says why otherwise. The settings come from the environment and are listed in knative/settings.md.
func Main(kinds ...interpreter.Kind) {
	if len(os.Args) > 1 {
		fmt.Fprintf(os.Stderr, "%s: want no arguments; the settings come from the environment, see knative/settings.md\n",
			filepath.Base(os.Args[0]))
		os.Exit(2)
	}
	settings := env.Environment()
	log := telemetry.FromSettings(settings, os.Stderr)
	log.Batch()
	defer log.Flush()
	ctx := signals.NewContext()
	context.AfterFunc(ctx, log.Flush) // a second signal ends the process
	if err := serve(ctx, settings, log, kinds); err != nil {
		log.Error("stopped", slog.String("error", err.Error()))
		os.Exit(1)
	}
}

func serve(ctx context.Context, settings *env.Reader, log *telemetry.Log, kinds []interpreter.Kind) error {
	config, metricsConfig := server.FromSettings(settings), metrics.FromSettings(settings)
	counts, err := metrics.New(metricsConfig, log.Logger)
	if err != nil {
		return err
	}
	tuneGC(admission.FromSettings(settings).MaxBytes)
	observer := webhook.Observers(log.Observer(), counts.Observer())
	kinds, compile := app.Describe(settings, log, kinds)
	handler := app.Handler(settings, log, observer, kinds...)
	if metricsConfig.Port != 0 && metricsConfig.Port == config.Port {
		settings.Refuse("METRICS_PORT", "want another port than PORT: metrics are not for the public")
	}
	if err := settings.Err(); err != nil {
		return err
	}
	s, err := server.New(config, handler, log.Logger, observer, log.Reload("TLS_CERT_FILE"))
	if err != nil {
		return err
	}
	listener, err := s.Listen()
	if err != nil {
		return err
	}
	observed := metrics.Observed{InFlight: s.InFlight, CertificateExpiry: s.CertificateExpiry, Probes: s.Probes()}
	if err := counts.Start(observed); err != nil {
		return err
	}
	err = s.Serve(ctx, listener, compile)
	flush, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if lost := counts.Stop(flush); lost != nil {
		log.Warn("cannot push the last metrics", slog.String("error", lost.Error()))
	}
	return err
}

// tuneGC lets garbage gather to four times what is in use before it is collected. Between calls the process holds about 2 MB, so Go's
// default would collect dozens of times a second under load and take a sixth of a call for it. The limit keeps the memory
// bounded when large bodies fill their share. GOGC and GOMEMLIMIT have the last word.
func tuneGC(maxBytes int) {
	const percent, beside = 400, 32 << 20
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(2*int64(maxBytes) + beside)
	}
}
