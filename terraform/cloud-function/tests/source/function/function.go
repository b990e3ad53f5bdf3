// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package function stands for the function in tests that do not look at the upload, which are quicker with a small one.
package function
