// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"testing"

	"workload.example.io/interpreter/test/kinds/karmada"
)

// TestSharedGlobals holds down why docs/kinds.md says that scripts are not alone: each case is answered by an interpreter
// of its own kind, and some are not by the one that all kinds share, as they do in Karmada.
func TestSharedGlobals(t *testing.T) {
	root, cases := karmadaCases(t)
	alone, err := karmada.NewLua(root)
	if err != nil {
		t.Fatal(err)
	}
	shared, err := karmada.NewSharedLua(root)
	if err != nil {
		t.Fatal(err)
	}
	broken := map[string]int{}
	for _, c := range cases {
		question, err := karmada.NewQuestion(c.Request)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := alone.Ask(question); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if _, err := shared.Ask(question); err != nil {
			broken[c.Request.Kind.Kind]++
		}
	}
	if broken["TFJob"] == 0 {
		t.Error("want TFJob's script to fail after BroadcastJob's, got answers: docs/kinds.md says that it does")
	}
	t.Logf("cases that fail where all kinds share an interpreter: %v", broken)
}
