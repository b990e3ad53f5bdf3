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

	"knative.dev/pkg/signals"

	"workload.example.io/interpreter/function"
	"workload.example.io/interpreter/internal/server"
	"workload.example.io/interpreter/internal/settings"
	"workload.example.io/interpreter/internal/telemetry"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "knative: want no arguments; the settings come from the environment, see knative/settings.md")
		os.Exit(2)
	}
	env := settings.Environment()
	log := telemetry.FromSettings(env, os.Stderr)
	if err := run(signals.NewContext(), env, log); err != nil {
		log.Error("stopped", slog.String("error", err.Error()))
		os.Exit(1)
	}
}

func run(ctx context.Context, env *settings.Reader, log *telemetry.Log) error {
	config := server.FromSettings(env)
	handler := function.New(env, log, nil)
	if err := env.Err(); err != nil {
		return err
	}
	s, err := server.New(config, handler, log.Logger, log.Observer(), log.Reload("TLS_CERT_FILE"))
	if err != nil {
		return err
	}
	listener, err := s.Listen()
	if err != nil {
		return err
	}
	return s.Serve(ctx, listener)
}
