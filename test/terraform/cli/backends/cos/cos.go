// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package cos stands in for Terraform's cos state backend; see package backends.
package cos

import "github.com/hashicorp/terraform/internal/backend"

// New returns no backend: nothing here keeps state remotely.
func New() backend.Backend { return nil }
