// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"os"
	"testing"

	"sigs.k8s.io/yaml"
)

// exception is a case of Karmada that the library does not answer as the case wants, on purpose.
type exception struct {
	// Case is its name.
	Case string `json:"case"`
	// Status says that the status is the wanted one, and that nothing else of the object has changed.
	Status bool `json:"status,omitempty"`
	// Reason says why.
	Reason string `json:"reason"`
}

// The most exceptions there may be.
const (
	maxExceptions = 20
	maxOthers     = 4 // those whose status differs as well
)

func readExceptions(t *testing.T) map[string]*exception {
	t.Helper()
	var list []*exception
	readYAML(t, "exceptions.yaml", &list)
	listed := map[string]*exception{}
	others := 0
	for _, e := range list {
		if e.Case == "" || e.Reason == "" || listed[e.Case] != nil {
			t.Fatalf("exceptions.yaml: %q: want a case and a reason, and each case once", e.Case)
		}
		listed[e.Case] = e
		if !e.Status {
			others++
		}
	}
	if len(list) > maxExceptions || others > maxOthers {
		t.Errorf("want at most %d exceptions, %d of them with another status, got %d and %d", maxExceptions, maxOthers, len(list), others)
	}
	return listed
}

func readYAML(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = yaml.UnmarshalStrict(data, into)
	}
	if err != nil {
		t.Fatalf("cannot read %s: %v", path, err)
	}
}
