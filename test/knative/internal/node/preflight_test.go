// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPreflightNamesEverything has a machine without any program and plugin, and with control groups that lack a controller.
func TestPreflightNamesEverything(t *testing.T) {
	if err := os.WriteFile(filepath.Join(withRoot(t), "cgroup.controllers"), []byte("cpu io memory\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", t.TempDir())
	folders := cniFolders
	t.Cleanup(func() { cniFolders = folders })
	cniFolders = []string{t.TempDir()}
	err := Preflight(t.TempDir(), "ipset")
	if err == nil {
		t.Fatal("want what is missing, got nothing")
	}
	for _, want := range []string{"containerd", "runc", "conntrack", "ipset", "scripts/knative-packages.sh", "host-local", "controller cpuset", "controller pids"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("want %q among what is missing, got\n%v", want, err)
		}
	}
	for _, there := range []string{"controller memory", "of disk"} {
		if strings.Contains(err.Error(), there) {
			t.Errorf("want %q not to be missing, got\n%v", there, err)
		}
	}
}

// TestEnable enables every controller that the machine has for control groups of version 2, in a real hierarchy.
func TestEnable(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("control groups need root")
	}
	root := withRoot(t)
	if err := syscall.Mount("none", root, "cgroup2", 0, ""); err != nil {
		t.Skipf("the machine has no control groups of version 2: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(root, syscall.MNT_DETACH) })
	available := read(t, filepath.Join(root, "cgroup.controllers"))
	t.Logf("version 2 has %q here", available)
	before := read(t, filepath.Join(root, "cgroup.subtree_control"))
	group := filepath.Join(root, controlGroup+"-test")
	t.Cleanup(func() {
		_ = syscall.Rmdir(group)
		for name := range strings.FieldsSeq(available) { // as it was
			if !strings.Contains(before, name) {
				_ = os.WriteFile(filepath.Join(root, "cgroup.subtree_control"), []byte("-"+name), 0)
			}
		}
	})
	if err := enable(root); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(group, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := read(t, filepath.Join(group, "cgroup.controllers")); got != available {
		t.Errorf("a new group: want the controllers %q, got %q", available, got)
	}
}

// withRoot has control groups at another folder for the time of the test.
func withRoot(t *testing.T) string {
	t.Helper()
	root := cgroupRoot
	t.Cleanup(func() { cgroupRoot = root })
	cgroupRoot = t.TempDir()
	return cgroupRoot
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(content))
}
