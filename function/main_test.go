// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"os"
	"testing"
)

// TestMain keeps the log lines of thousands of calls out of the output.
func TestMain(m *testing.M) {
	if os.Getenv(asChild) != "" {
		os.Exit(m.Run())
	}
	if err := os.Setenv("LOG_LEVEL", "off"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
