// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"testing"

	"knative.dev/pkg/depcheck"
)

// TestLinksNoTestCode holds code that only tests need out of the program.
func TestLinksNoTestCode(t *testing.T) {
	depcheck.AssertNoDependency(t, map[string][]string{"workload.example.io/interpreter/function/cmd/interpret": {
		"workload.example.io/interpreter/internal/cli/webhooktest", "workload.example.io/interpreter/function/kind/kindtest",
		"testing", "net/http/httptest", "github.com/google/go-cmp/cmp", "github.com/rogpeppe/go-internal/testscript",
		"k8s.io/client-go/rest",
	}})
}
