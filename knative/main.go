// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command knative is the container's server around the function, for Knative, Cloud Run and any Kubernetes. Its settings
// come from the environment and are listed in settings.md beside it; a wrong one stops it with one line that says which and
// why. It ends with 0 after SIGTERM if every call was answered.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"knative.dev/pkg/signals"

	"workload.example.io/interpreter/function"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/server"
	"workload.example.io/interpreter/internal/serve/telemetry"
	"workload.example.io/interpreter/internal/serve/telemetry/metrics"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "knative: want no arguments; the settings come from the environment, see knative/settings.md")
		os.Exit(2)
	}
	env := env.Environment()
	log := telemetry.FromSettings(env, os.Stderr)
	if err := run(signals.NewContext(), env, log); err != nil {
		log.Error("stopped", slog.String("error", err.Error()))
		os.Exit(1)
	}
}

func run(ctx context.Context, env *env.Reader, log *telemetry.Log) error {
	config, metricsConfig := server.FromSettings(env), metrics.FromSettings(env)
	counts, err := metrics.New(metricsConfig, log.Logger)
	if err != nil {
		return err
	}
	collectSeldom(config.MaxBytes)
	handler := function.New(env, log, counts.Observer())
	if metricsConfig.Port != 0 && metricsConfig.Port == config.Port {
		env.Refuse("METRICS_PORT", "want another port than PORT: metrics are not for the public")
	}
	if err := env.Err(); err != nil {
		return err
	}
	s, err := server.New(config, handler, log.Logger, telemetry.Both(log.Observer(), counts.Observer()), log.Reload("TLS_CERT_FILE"))
	if err != nil {
		return err
	}
	listener, err := s.Listen()
	if err != nil {
		return err
	}
	if err := counts.Start(s.InFlight); err != nil {
		return err
	}
	err = s.Serve(ctx, listener)
	flush, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if lost := counts.Stop(flush); lost != nil {
		log.Warn("cannot push the last metrics", slog.String("error", lost.Error()))
	}
	return err
}

// collectSeldom lets more garbage gather before it is collected. Between calls the process holds about 2 MB, so Go's
// default would collect dozens of times a second under load and take a tenth of a call for it; with more than this the
// process would hold more than 25 MB. The limit keeps the memory bounded when large bodies fill their share. GOGC and
// GOMEMLIMIT have the last word.
func collectSeldom(maxBytes int) {
	const percent, beside = 200, 32 << 20
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(2*int64(maxBytes) + beside)
	}
}
