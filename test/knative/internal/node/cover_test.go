// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestCover covers a folder in a mount namespace of its own, which is a second run of this test.
func TestCover(t *testing.T) {
	if folder := os.Getenv("NODE_TEST_COVER"); folder != "" {
		coverInside(t, folder)
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("a mount namespace needs root")
	}
	folder := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Join(folder, "checkout", "deep"), 0o755), os.Mkdir(filepath.Join(folder, "kubelet"), 0o755),
		os.WriteFile(filepath.Join(folder, "checkout", "deep", "go.mod"), []byte("module x"), 0o600),
		os.WriteFile(filepath.Join(folder, "file"), []byte("content"), 0o600), os.Symlink("file", filepath.Join(folder, "link"))); err != nil {
		t.Fatal(err)
	}
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCover$")
	again.Env = append(os.Environ(), "NODE_TEST_COVER="+folder)
	again.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if out, err := again.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"new", "kubelet/pods"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			t.Errorf("%s was made in the namespace: want it nowhere else, it is on the machine", name)
		}
	}
	if content, err := os.ReadFile(filepath.Join(folder, "checkout", "written")); err != nil || string(content) != "kept" {
		t.Errorf("what was written below a folder that is shown: want it kept, got %q, %v", content, err)
	}
}

func coverInside(t *testing.T, folder string) {
	if err := errors.Join(syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""), cover(folder, []string{"kubelet"})); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"checkout/deep/go.mod": "module x", "file": "content", "link": "content"} {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != want {
			t.Errorf("%s: want %q, got %q, %v", name, want, got, err)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "kubelet")); err == nil {
		t.Error("want kubelet hidden, it is there")
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(folder, "kubelet", "pods"), 0o755), os.WriteFile(filepath.Join(folder, "new"), nil, 0o600),
		os.WriteFile(filepath.Join(folder, "checkout", "written"), []byte("kept"), 0o600)); err != nil {
		t.Error(err)
	}
}
