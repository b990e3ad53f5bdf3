// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"net/http"
	"testing"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/cli/testcase"
	"workload.example.io/interpreter/test/kinds/library"
)

// TestOwnCases runs the cases of the kinds that Karmada has nothing for.
func TestOwnCases(t *testing.T) {
	cases, err := testcase.Read("testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	registry := registry(t)
	runCases(t, library.Handler(registry), cases)
	asked, kinds := map[string]bool{}, map[string]bool{}
	for _, c := range cases {
		asked[c.Request.Kind.Kind+" "+string(c.Request.Operation)] = true
		kinds[c.Request.Kind.Kind] = true
	}
	for _, kind := range registry.Kinds() {
		for _, operation := range kind.Operations() {
			if question := kind.Kind + " " + string(operation); kinds[kind.Kind] && !asked[question] {
				t.Errorf("want a case of every operation, got none of %s", question)
			}
		}
	}
}

func runCases(t *testing.T, handler http.Handler, cases []*testcase.Case) {
	t.Helper()
	endpoint := client.InProcess(handler)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			askFiveTimes(t, handler, c.Request)
			difference, _, err := c.Run(t.Context(), endpoint, printer.Style{})
			if err != nil || difference != "" {
				t.Errorf("%s: %v\n%s", c.File, err, difference)
			}
		})
	}
}
