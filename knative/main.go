// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command knative is the server of the container image, for Knative, Cloud Run and any Kubernetes. Its settings come from
// the environment and are listed in settings.md beside it.
package main

import (
	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/app/run"
)

func main() {
	run.Main(app.Kinds()...)
}
