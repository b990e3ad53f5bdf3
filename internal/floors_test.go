// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package internal_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "workload.example.io/interpreter"

// rooms are the folders of docs/architecture.md with their floors, the more special folder first. A package imports from
// its own room and from lower floors: what serves and what the command line is made of stand side by side and do not know
// each other.
var rooms = []struct {
	folder string
	floor  int
}{
	{"function/cmd", 8}, {"knative", 8},
	{"function/kind/command", 7}, {"function/kind/kindtest", 7},
	{"function/kind", 6}, {"function", 6},
	{"internal/app/run", 5},
	{"internal/app", 4},
	{"internal/serve", 3}, {"internal/cli", 3},
	{"internal/webhook", 2},
	{"internal/kinds/workload", 1}, {"internal/kinds/described", 1},
	{"internal/interpreter/patch", -1}, {"internal/interpreter/podtemplate", -1}, {"internal/interpreter/view", -2}, {"internal/version", -2},
	{"internal/interpreter", 0},
}

// room returns the index of a package's room, -1 for none.
func room(path string) int {
	path = strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
	for i, r := range rooms {
		if path == r.folder || strings.HasPrefix(path, r.folder+"/") {
			return i
		}
	}
	return -1
}

// TestImportsRunDownward holds the plan of docs/architecture.md.
func TestImportsRunDownward(t *testing.T) {
	list := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	list.Dir = ".."
	output, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		from := room(p.ImportPath)
		if p.ImportPath == module+"/internal" {
			continue // this test
		}
		if from < 0 {
			t.Errorf("%s stands in no room: add its folder to the plan", p.ImportPath)
			continue
		}
		for _, path := range p.Imports {
			if !strings.HasPrefix(path, module+"/") {
				continue
			}
			if to := room(path); to != from && (to < 0 || rooms[to].floor >= rooms[from].floor) {
				t.Errorf("%s (floor %d) imports %s: want only lower floors", p.ImportPath, rooms[from].floor, path)
			}
		}
	}
	if seen < len(rooms) {
		t.Errorf("got %d packages of %d rooms: the list is not complete", seen, len(rooms))
	}
}
