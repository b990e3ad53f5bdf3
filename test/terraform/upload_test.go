// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"archive/zip"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mainFile is what the Go buildpack adds for a function whose root package imports the framework's package functions: a main
// that imports the root package and starts the framework.
const mainFile = `package main

import (
	"log"
	"os"

	"github.com/GoogleCloudPlatform/functions-framework-go/funcframework"

	_ "workload.example.io/interpreter"
)

func main() {
	if err := funcframework.Start(os.Getenv("PORT")); err != nil {
		log.Fatal(err)
	}
}
`

// TestUpload builds the function from the zip that Terraform makes and nothing else, in the steps of the Go buildpack, and
// asks it recorded calls.
func TestUpload(t *testing.T) {
	w := newWorkspace(t)
	w.init(t, "cloud-function")
	archive := filepath.Join(t.TempDir(), "upload.zip")
	w.mustRun(t, "cloud-function", "test", "-no-color", "-filter=tests/upload.tftest.hcl", "-var=archive_path="+archive)

	source := t.TempDir()
	unzip(t, archive, source)
	write(t, filepath.Join(source, "functions.local/app/main.go"), mainFile)

	// The buildpack tidies with nothing but the module proxy. What tidy would fetch must already be in go.sum: a build that
	// fetches unpinned code is not the one that was tested.
	sums := read(t, filepath.Join(source, "go.sum"))
	command(t, source, []string{"GOFLAGS=-mod=mod", "GOVCS=*:off", "GOWORK=off"}, "go", "mod", "tidy")
	for line := range strings.Lines(read(t, filepath.Join(source, "go.sum"))) {
		if !strings.Contains(sums, line) {
			t.Errorf("tidy in the upload added to go.sum: %s", line)
		}
	}
	binary := filepath.Join(t.TempDir(), "main")
	build := offline(t, "go", "build", "-o", binary, "./functions.local/app")
	command(t, source, []string{"GOPROXY=off", "GOFLAGS=-mod=readonly", "GOWORK=off"}, build[0], build[1:]...)

	p := start(t, binary, "FUNCTION_TARGET=InterpretWorkload", "FUNCTION_SIGNATURE_TYPE=http", "K_SERVICE=workload-interpreter",
		"INTERPRETER_PATH_SECRETS="+secret+","+other)
	askAll(t, p)
}

// offline runs a command in a network namespace of its own, where there is not even a loopback, if the machine allows.
func offline(t *testing.T, arguments ...string) []string {
	t.Helper()
	if out, err := exec.Command("unshare", "-rn", "true").CombinedOutput(); err != nil {
		t.Logf("building with GOPROXY=off only: cannot make a network namespace: %v %s", err, out)
		return arguments
	}
	return append([]string{"unshare", "-rn"}, arguments...)
}

func unzip(t *testing.T, path, folder string) {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, f.Name), string(data))
	}
	t.Logf("%d files", len(r.File))
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// other is a second valid path secret, as during a rotation.
const other = "89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef"

// askAll sends every recorded call to the process with each secret's path, and one with a wrong path.
func askAll(t *testing.T, p *process) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "function/testdata/calls/*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recorded calls: %v", err)
	}
	for _, path := range paths {
		question, answer := recorded(t, path)
		for _, s := range []string{secret, other} {
			status, got := p.ask(t, "/"+s+"?timeout=10s", question)
			if status != http.StatusOK || !sameJSON(t, got, answer) {
				t.Errorf("%s: status %d, answer %s, want %s", filepath.Base(path), status, got, answer)
			}
		}
	}
	t.Logf("%d recorded calls", len(paths))
	question, _ := recorded(t, paths[0])
	if status, got := p.ask(t, "/"+strings.Repeat("01234567", 8), question); status != http.StatusNotFound {
		t.Errorf("wrong path secret: status %d, want 404: %s", status, got)
	}
}
