// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// cgroupRoot is where the machine has its control groups.
var cgroupRoot = "/sys/fs/cgroup"

// unified reports whether a folder is in a hierarchy of version 2.
func unified(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "cgroup.controllers"))
	return err == nil
}

// enable has the children of a control group of version 2 use all controllers that it has: none does by itself, and the
// kubelet refuses to start without.
func enable(folder string) error {
	content, err := os.ReadFile(filepath.Join(folder, "cgroup.controllers"))
	if err != nil {
		return err
	}
	for name := range strings.FieldsSeq(string(content)) {
		if err := os.WriteFile(filepath.Join(folder, "cgroup.subtree_control"), []byte("+"+name), 0); err != nil && slices.Contains(controllers, name) {
			return fmt.Errorf("cannot enable the controller %s in %s: %w", name, folder, err)
		}
	}
	return nil
}

// hierarchies are the folders that each hold one hierarchy of control groups: one with version 2, several with version 1.
func hierarchies() ([]string, error) {
	root := cgroupRoot
	if unified(root) {
		return []string{root}, nil
	}
	entries, err := os.ReadDir(root)
	var found []string
	for _, entry := range entries {
		if entry.Type()&fs.ModeSymlink == 0 && entry.IsDir() {
			found = append(found, filepath.Join(root, entry.Name()))
		}
	}
	return found, err
}

// ControlGroups are the folders of the node's control groups, one for each hierarchy.
func ControlGroups() ([]string, error) {
	folders, err := hierarchies()
	for i := range folders {
		folders[i] = filepath.Join(folders[i], controlGroup)
	}
	return folders, err
}

func makeControlGroups() error {
	folders, err := hierarchies()
	if err != nil {
		return err
	}
	for _, folder := range folders {
		group := filepath.Join(folder, controlGroup)
		if err := os.MkdirAll(group, 0o755); err != nil {
			return err
		}
		if unified(cgroupRoot) {
			if err := errors.Join(enable(folder), enable(group)); err != nil {
				return err
			}
			continue
		}
		// A new cpuset of version 1 is empty, and no process can enter an empty one.
		for _, name := range []string{"cpuset.cpus", "cpuset.mems"} {
			value, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				continue // another hierarchy
			}
			if err := os.WriteFile(filepath.Join(group, name), value, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// Sweep removes what is left of a node whose guard was killed.
func Sweep() error {
	held, err := lock()
	if err != nil {
		return err
	}
	defer held.Close()
	return sweep()
}

// sweep removes the control groups and the link. It waits a moment for processes to disappear.
func sweep() error {
	folders, err := hierarchies()
	if err != nil {
		return err
	}
	_ = run("ip link delete " + hostLink) // gone with the network namespace unless that is still being taken down
	deadline := time.Now().Add(10 * time.Second)
	for _, folder := range folders {
		for {
			err := removeTree(filepath.Join(folder, controlGroup))
			if err == nil {
				break
			}
			if time.Now().After(deadline) {
				return fmt.Errorf("cannot remove control groups: %w\nnext: see which processes are in there", err)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	return nil
}

// Left names what is there of a node: none of it is, when none runs.
func Left() (left []string, err error) {
	if run("ip link show "+hostLink) == nil {
		left = append(left, "link "+hostLink)
	}
	groups, err := ControlGroups()
	for _, group := range groups {
		if _, err := os.Stat(group); err == nil {
			left = append(left, "control group "+group)
		}
	}
	return left, err
}

// removeTree removes control groups from the leaves up. Their files cannot be removed and go with the folder.
func removeTree(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if entry.IsDir() {
			if err := removeTree(filepath.Join(dir, entry.Name())); err != nil {
				return err
			}
		}
	}
	return syscall.Rmdir(dir)
}
