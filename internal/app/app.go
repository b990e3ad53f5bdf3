// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package app composes the function: kinds and settings become one http.Handler. It is the only package that knows
// which kinds there are and what stands around a call.
package app

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
	"workload.example.io/interpreter/internal/serve/admission"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/pathsecret"
	"workload.example.io/interpreter/internal/serve/telemetry"
	"workload.example.io/interpreter/internal/webhook"
)

// Kinds returns the kinds in Go that the function answers for. A further kind is one more line here.
func Kinds() []interpreter.Kind {
	return []interpreter.Kind{
		workload.Kind(),
	}
}

// Handler returns the handler that answers calls about the kinds, with the settings of the environment, where a wrong one
// is kept as an error. The limits of memory are part of it, so that they hold in any server. It notifies the observer, which may be nil, of each call, and writes to the log what concerns no
// single call.
func Handler(settings *env.Reader, log *telemetry.Log, observer webhook.Observer, kinds ...interpreter.Kind) http.Handler {
	secrets := pathsecret.FromSettings(settings, log.Reload(pathsecret.FileSetting))
	if secrets == nil && settings.Err() == nil {
		log.Warn("every path is answered: no path secret is set", slog.String("setting", pathsecret.Setting))
	}
	registry, err := interpreter.NewRegistry(kinds...)
	if err == nil && len(kinds) == 0 {
		err = errors.New("cannot serve any call: there is no kind in Go, and " + KindsSetting + " and " + KindsFileSetting + " describe none")
	}
	if err != nil {
		settings.Fail(err)
	}
	limited := admission.New(admission.FromSettings(settings), webhook.New(registry, observer), observer)
	return pathsecret.Guard(secrets, limited, observer)
}

// Managed returns the handler of a process that is not ours, such as the Functions Framework's. The settings are read
// once, at the first call. If one is wrong, every call is answered with an error that says which; what is wrong within an
// expression of a description is found while the first calls are answered.
func Managed(kinds ...interpreter.Kind) http.Handler {
	var wrong atomic.Pointer[error]
	handler := sync.OnceValue(func() http.Handler {
		settings := env.Environment()
		log := telemetry.FromSettings(settings, os.Stderr)
		fail := func(err error) {
			log.Error("cannot answer any call", slog.String("error", err.Error()))
			wrong.Store(&err)
		}
		all, compile := Describe(settings, log, kinds)
		handler := Handler(settings, log, log.Observer(), all...)
		if err := settings.Err(); err != nil {
			fail(err)
		} else if compile != nil {
			go func() {
				if err := compile(); err != nil {
					fail(err)
				}
			}()
		}
		return handler
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := handler()
		if err := wrong.Load(); err != nil {
			webhook.WriteMisconfigured(w, r, nil, "the interpreter cannot start: "+(*err).Error())
			return
		}
		answer.ServeHTTP(w, r)
	})
}
