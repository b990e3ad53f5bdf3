// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"testing"

	"workload.example.io/interpreter/internal/cli/page"
)

// TestLibrary shows that each description of the library has an example, whose questions are all answered.
func TestLibrary(t *testing.T) {
	p := newPage(t, nil)
	var start page.Start
	send(t, p, http.MethodGet, "start", nil, &start)
	descriptions, err := fs.Glob(os.DirFS("../../../function/kinds"), "*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for i, example := range start.Examples {
		t.Run(example.Group+"/"+example.Name, func(t *testing.T) {
			found[example.Group+"/"+example.Name+".yaml"] = true
			var contents page.Contents
			send(t, p, http.MethodGet, fmt.Sprintf("examples/%d", i), nil, &contents)
			answers := p.Answer(t.Context(), contents)
			for _, problem := range answers.Problems {
				t.Errorf("problem: %+v", problem)
			}
			for _, answer := range answers.Answers {
				if answer.State == page.Refused || answer.State == page.Unasked {
					t.Errorf("%s is %s: %s", answer.Operation, answer.State, answer.Message)
				}
			}
			for _, member := range answers.Rollout.Members {
				if member.Receives && member.Health != "Healthy" {
					t.Errorf("%s is %s", member.Name, member.Health)
				}
			}
		})
	}
	for _, file := range descriptions {
		if !found[file] {
			t.Errorf("function/kinds/%s has no example: make generate, and add internal/cli/page/examples/%s", file, file)
		}
	}
}
