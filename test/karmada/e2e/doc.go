// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package e2e tests the function in a real Karmada with two push members and a pull member.
//
// The tests need a running playground with the function registered, which "make e2e" provides, and are skipped without
// one. Members have no nodes, so a test that needs a member's status writes it there, as the member's own controller
// would. Conditions are polled until they hold or their deadline passes.
package e2e
