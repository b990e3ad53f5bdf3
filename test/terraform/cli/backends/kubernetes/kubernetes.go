// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package kubernetes stands in for Terraform's kubernetes state backend; see package backends.
package kubernetes

import "github.com/hashicorp/terraform/internal/backend"

// New returns no backend: nothing here keeps state remotely.
func New() backend.Backend { return nil }
