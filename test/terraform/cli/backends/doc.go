// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package backends lets the Terraform command line be built from its module.
//
// Terraform keeps each remote state backend in a module of its own, joined by replace directives that do not count for
// a dependent. This module takes the place of all of them with constructors that return nothing, which also keeps
// the cloud vendors' SDKs out of the build: 90 s instead of many minutes on two cores. The command is used for fmt,
// init -backend=false, validate and test only; none of these ever opens a backend.
package backends
