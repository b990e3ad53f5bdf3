// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package karmada pins what Karmada's own end-to-end suite imports. The suite consists of test files only, so neither a
// tool directive nor an import can name it, and "go mod tidy" would drop the requirements.
package karmada

import (
	_ "github.com/karmada-io/karmada/test/e2e/framework"
	_ "github.com/karmada-io/karmada/test/helper"
	_ "github.com/onsi/ginkgo/v2"
	_ "github.com/onsi/gomega"
	_ "sigs.k8s.io/kind/pkg/cluster"
)
