// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package reference_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/kinds/described/reference"
)

// TestFresh checks that the files for people and editors say what the types do, and that each field has a comment.
func TestFresh(t *testing.T) {
	source, err := os.ReadFile("../description.go")
	if err != nil {
		t.Fatal(err)
	}
	format, err := reference.Read(source)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := format.Schema()
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string][]byte{
		"../../../../function/kinds/kinddescription.schema.json": schema,
		"../../../../docs/kinds-reference.md":                    format.Markdown(),
	} {
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is stale, run make generate (-want +got)\n%s", file, diff)
		}
	}
}
