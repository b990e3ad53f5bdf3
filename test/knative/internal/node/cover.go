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
	"strconv"
	"syscall"
)

// covered are the folders that containers, the container runtime and the kubelet write to below fixed names, with what is
// not to be seen of the machine there: what its own runtime or kubelet has.
var covered = map[string][]string{
	"/run":     {"cni", "containerd", "kubelet", "netns", "runc", "xtables.lock"},
	"/var/lib": {"calico", "cni", "containerd", "kubelet"},
	"/var/log": {"containers", "pods"},
}

// cover puts an empty file system over a folder and shows in it what was there, but for the names given. Whatever is made in
// the folder from then on is not on the machine; a checkout or a cache that lies below it is still there.
func cover(folder string, but []string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	before, err := syscall.Open(folder, syscall.O_DIRECTORY|syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Close(before) }()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "mode=0755"); err != nil {
		return fmt.Errorf("cannot mount %s: %w", folder, err)
	}
	for _, entry := range entries {
		if slices.Contains(but, entry.Name()) {
			continue
		}
		if err := show(filepath.Join("/proc/self/fd", strconv.Itoa(before), entry.Name()), filepath.Join(folder, entry.Name()), entry.Type()); err != nil {
			return fmt.Errorf("cannot show %s: %w", filepath.Join(folder, entry.Name()), err)
		}
	}
	return nil
}

func show(from, to string, kind fs.FileMode) error {
	if kind&fs.ModeSymlink != 0 {
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	}
	if kind.IsDir() {
		if err := os.Mkdir(to, 0o755); err != nil {
			return err
		}
	} else if err := os.WriteFile(to, nil, 0o600); err != nil {
		return err
	}
	return syscall.Mount(from, to, "", syscall.MS_BIND|syscall.MS_REC, "")
}
