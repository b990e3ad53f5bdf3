// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package function is the interpreter as one HTTP function. Importing it registers the function InterpretWorkload with
// the Functions Framework and has no other effect, so that the managed function, the container's server and the local run
// all serve the same handler.
package function

import (
	"net/http"

	"github.com/GoogleCloudPlatform/functions-framework-go/functions"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/webhook"
	"workload.example.io/interpreter/internal/workload"
)

// Name is the name under which the function is registered, the value of FUNCTION_TARGET.
const Name = "InterpretWorkload"

// Kinds are the kinds that the function answers for. A further kind is one more line here.
var Kinds = interpreter.NewKinds(
	workload.Kind(),
)

var handler = webhook.New(Kinds)

func init() {
	functions.HTTP(Name, InterpretWorkload)
}

// InterpretWorkload answers one call of Karmada's resource interpreter webhook, on any path.
func InterpretWorkload(w http.ResponseWriter, r *http.Request) {
	handler.ServeHTTP(w, r)
}
