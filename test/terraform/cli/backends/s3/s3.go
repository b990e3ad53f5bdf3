// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package s3 stands in for Terraform's s3 state backend; see package backends.
package s3

import "github.com/hashicorp/terraform/internal/backend"

// New returns no backend: nothing here keeps state remotely.
func New() backend.Backend { return nil }
