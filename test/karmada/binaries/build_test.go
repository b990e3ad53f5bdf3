// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"workload.example.io/interpreter/test/karmada/proc"
	"workload.example.io/interpreter/test/karmada/progress"
)

var testSet = Set{
	Name: "test", Module: "test", Args: []string{"build", "-o", Output, "./..."},
	Rename: map[string]string{"one": "first"}, Expects: []string{"first", "two"},
}

// newCache makes a module with two programs; body is that of the second.
func newCache(t *testing.T, body string) Cache {
	c := Cache{Dir: filepath.Join(t.TempDir(), "cache"), Modules: t.TempDir()}
	for name, content := range map[string]string{
		"go.mod": "module example.com/test\n\ngo 1.26.0\n", "go.sum": "",
		"one/main.go": "package main\n\nfunc main() {}\n",
		"two/main.go": "package main\n\nfunc main() {" + body + "}\n",
	} {
		path := filepath.Join(c.Modules, "test", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestBuild(t *testing.T) {
	c := newCache(t, "")
	build := func(ctx context.Context) (string, error) {
		var out strings.Builder
		_, err := c.Build(ctx, progress.New(&out), t.TempDir(), testSet)
		return out.String(), err
	}
	if out, err := build(t.Context()); err != nil || !strings.Contains(out, "built test") {
		t.Fatalf("empty cache: want a build, got %q, %v", out, err)
	}
	if out, err := build(t.Context()); err != nil || out != "" {
		t.Errorf("all there: want no build, got %q, %v", out, err)
	}
	dir, err := c.Path(testSet)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "two")); err != nil {
		t.Fatal(err)
	}
	if out, err := build(t.Context()); err != nil || !strings.Contains(out, "lacks two") {
		t.Errorf("missing binary: want it named and built, got %q, %v", out, err)
	}
	stale := filepath.Join(c.Dir, ".test-building-0")
	if err := errors.Join(os.Mkdir(stale, 0o700), os.RemoveAll(dir)); err != nil {
		t.Fatal(err)
	}
	if _, err := build(t.Context()); err != nil {
		t.Errorf("beside the rest of a build that was killed: %v", err)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("the rest of a build that was killed is still there")
	}
	if err := os.WriteFile(filepath.Join(c.Modules, "test", "go.sum"), []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if other, err := c.Path(testSet); err != nil || other == dir {
		t.Errorf("other requirements: want another folder than %s, got %s, %v", dir, other, err)
	}
}

// TestBuildTwice has two programs build the same set at once: one builds, the other waits for it.
func TestBuildTwice(t *testing.T) {
	c := newCache(t, "")
	var out [2]strings.Builder
	var programs sync.WaitGroup
	for i := range out {
		programs.Go(func() {
			if _, err := c.Build(t.Context(), progress.New(&out[i]), t.TempDir(), testSet); err != nil {
				t.Error(err)
			}
		})
	}
	programs.Wait()
	if builds := strings.Count(out[0].String()+out[1].String(), "built test"); builds != 1 {
		t.Errorf("want one build, got %d:\n%s\n%s", builds, out[0].String(), out[1].String())
	}
}

// TestVersions holds the versions that the binaries report to the code that they are built from.
func TestVersions(t *testing.T) {
	pinned := map[string]string{"kubernetes": "k8s.io/kubernetes " + kubernetesVersion}
	for _, release := range Releases {
		pinned[release.module] = karmadaModule + " " + release.Version
	}
	for module, want := range pinned {
		raw, err := os.ReadFile(filepath.Join("..", "build", module, "go.mod"))
		if err != nil || !strings.Contains(string(raw), want) {
			t.Errorf("build/%s/go.mod: want a requirement of %s, got none (%v)", module, want, err)
		}
	}
}

func TestBuildFails(t *testing.T) {
	c := newCache(t, " undefined() ")
	_, err := c.Build(t.Context(), progress.New(io.Discard), t.TempDir(), testSet)
	for _, want := range []string{"cannot build test", "undefined: undefined", "next: "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("code that does not compile: want %q in the error, got %v", want, err)
		}
	}
	mustBeEmpty(t, c.Dir)
}

func TestBuildWithoutGo(t *testing.T) {
	c := newCache(t, "")
	t.Setenv("PATH", t.TempDir())
	_, err := c.Build(t.Context(), progress.New(io.Discard), t.TempDir(), testSet)
	if err == nil || !strings.Contains(err.Error(), `"go": executable file not found`) {
		t.Errorf("no go command: want it named, got %v", err)
	}
}

// TestBuildInterrupted uses a go command that never ends.
func TestBuildInterrupted(t *testing.T) {
	c, bin, marker := newCache(t, ""), t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\nsleep 600 & wait\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	interrupt := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); <-time.After(10 * time.Millisecond) {
			if running, _ := proc.Marked(marker); len(running) == 2 {
				break
			}
		}
		cancel(interrupt)
	}()
	if _, err := c.Build(ctx, progress.New(io.Discard), marker, testSet); !errors.Is(err, interrupt) {
		t.Errorf("want the interruption as the error, got %v", err)
	}
	mustBeEmpty(t, c.Dir)
	// A process that was killed may still be on its way out.
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(10 * time.Millisecond) {
		left, err := proc.Marked(marker)
		if err == nil && len(left) == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("left of the build: %v, %v", left, err)
		}
	}
}

func mustBeEmpty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	entries = slices.DeleteFunc(entries, func(entry os.DirEntry) bool { return entry.Name() == ".test.lock" })
	if err != nil || len(entries) > 0 {
		t.Errorf("left in the cache: %v, %v", entries, err)
	}
}
