// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package function is the interpreter as one HTTP function. Importing it registers the function InterpretWorkload with
// the Functions Framework and has no other effect, so that the managed function, the container's server and the local run
// all serve the same handler.
package function

import (
	"log/slog"
	"net/http"
	"os"
	"sync"

	"github.com/GoogleCloudPlatform/functions-framework-go/functions"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/pathsecret"
	"workload.example.io/interpreter/internal/serve/telemetry"
	"workload.example.io/interpreter/internal/webhook"
)

// Name is the name under which the function is registered, the value of FUNCTION_TARGET.
const Name = "InterpretWorkload"

// Kinds are the kinds that the function answers for. A further kind is one more line here.
var Kinds = interpreter.NewKinds(
	workload.Kind(),
)

func init() {
	functions.HTTP(Name, InterpretWorkload)
}

// InterpretWorkload answers one call of Karmada's resource interpreter webhook, on any path that the settings allow. If
// a setting is wrong, it answers every call with an error that says which.
func InterpretWorkload(w http.ResponseWriter, r *http.Request) {
	managed().ServeHTTP(w, r)
}

// managed is the handler of a process that is not ours. Its settings are read once, at the first call.
var managed = sync.OnceValue(func() http.Handler {
	env := env.Environment()
	log := telemetry.FromSettings(env, os.Stderr)
	handler := New(env, log, nil)
	err := env.Err()
	if err == nil {
		return handler
	}
	log.Error("cannot answer any call", slog.String("error", err.Error()))
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		webhook.Misconfigured(w, "the interpreter cannot start: "+err.Error())
	})
})

// New returns the handler that answers calls, with the settings of env, where a wrong one is kept as an error. It writes
// one line to the log for each call and tells the observer, which may be nil.
func New(env *env.Reader, log *telemetry.Log, observer webhook.Observer) http.Handler {
	observer = telemetry.Both(log.Observer(), observer)
	secrets := pathsecret.FromSettings(env, log.Reload(pathsecret.FileSetting))
	if secrets == nil && env.Err() == nil {
		log.Warn("every path is answered: no path secret is set", slog.String("setting", pathsecret.Setting))
	}
	return pathsecret.Guard(secrets, webhook.New(Kinds, observer), observer)
}
