// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package version_test

import (
	"regexp"
	"strings"
	"testing"

	"workload.example.io/interpreter/internal/version"
)

func TestRelease(t *testing.T) {
	if got := version.Release(); !regexp.MustCompile(`^v\d+\.\d+\.\d+(-[a-z0-9.]+)?$`).MatchString(got) {
		t.Errorf("got %q, want a semantic version", got)
	}
	if !strings.HasPrefix(version.String(), version.Release()) {
		t.Errorf("got %q, want it to begin with %q", version.String(), version.Release())
	}
}
