// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package pg stands in for Terraform's pg state backend; see package backends.
package pg

import "github.com/hashicorp/terraform/internal/backend"

// New returns no backend: nothing here keeps state remotely.
func New() backend.Backend { return nil }
