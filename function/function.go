// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package function is the interpreter as one HTTP function. Importing it registers the function InterpretWorkload with
// the Functions Framework and has no other effect.
package function

import (
	"net/http"

	"github.com/GoogleCloudPlatform/functions-framework-go/functions"

	"workload.example.io/interpreter/internal/app"
)

// Name is the name under which the function is registered, the value of FUNCTION_TARGET.
const Name = "InterpretWorkload"

func init() {
	functions.HTTP(Name, InterpretWorkload)
}

var managed = app.Managed(app.Kinds()...)

// InterpretWorkload answers one call of Karmada's resource interpreter webhook, on any path that the settings allow. If
// a setting is wrong, it answers every call with an error that says which.
func InterpretWorkload(w http.ResponseWriter, r *http.Request) {
	managed.ServeHTTP(w, r)
}
