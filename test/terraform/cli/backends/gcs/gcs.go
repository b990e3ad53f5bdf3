// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package gcs stands in for Terraform's gcs state backend; see package backends.
package gcs

import "github.com/hashicorp/terraform/internal/backend"

// New returns no backend: nothing here keeps state remotely.
func New() backend.Backend { return nil }
