// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"path/filepath"
	"regexp"
	"testing"
)

var fence = regexp.MustCompile("(?ms)^```[a-z]*\n// (handle\\.go|go\\.mod)\n(.*?)^```$")

// funcMain stands for the main that Knative's func adds around Handle.
const funcMain = `package main

import (
	"log"
	"net/http"
	"os"

	"function"
)

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(function.Handle))) }
`

// TestFuncLayout builds the files in docs/platforms/knative-func.md and asks them the recorded calls.
func TestFuncLayout(t *testing.T) {
	source := t.TempDir()
	for _, m := range fence.FindAllStringSubmatch(read(t, filepath.Join(root, "docs/platforms/knative-func.md")), -1) {
		write(t, filepath.Join(source, m[1]), m[2])
	}
	for _, name := range []string{"go.mod", "go.sum", "function", "internal"} {
		write(t, filepath.Join(source, "interpreter/.keep"), "")
		command(t, "", nil, "cp", "-r", filepath.Join(root, name), filepath.Join(source, "interpreter"))
	}
	write(t, filepath.Join(source, "cmd/main.go"), funcMain)
	command(t, source, []string{"GOFLAGS=-mod=mod", "GOWORK=off"}, "go", "mod", "tidy")
	binary := filepath.Join(t.TempDir(), "func")
	command(t, source, []string{"GOWORK=off"}, "go", "build", "-o", binary, "./cmd")
	askAll(t, start(t, binary, "INTERPRETER_PATH_SECRETS="+secret+","+other))
}
