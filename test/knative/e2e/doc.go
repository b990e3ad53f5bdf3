// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package e2e checks the function on a real Knative with a real Karmada beside it. "make -C test e2e-knative" brings both up and runs
// these tests in them; without KNATIVE_E2E_STATE they are skipped. They follow the README: its commands are what deploys the
// function and connects Karmada.
package e2e
