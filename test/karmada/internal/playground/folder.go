// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// Folder is the one folder that holds everything of a playground: its state, certificates, kubeconfigs, data and logs.
type Folder string

// OpenFolder returns the folder at path by its one absolute name, and makes it if needed. The name also marks every
// process that belongs to the folder, see package proc.
func OpenFolder(path string) (Folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return "", fmt.Errorf("cannot make the state folder: %w", err)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(abs)
	return Folder(resolved), err
}

func (f Folder) path(elem ...string) string {
	return filepath.Join(append([]string{string(f)}, elem...)...)
}

// KarmadaConfig is the kubeconfig of Karmada's API server.
func (f Folder) KarmadaConfig() string { return f.path("karmada.config") }

// MembersConfig is the kubeconfig of the members, one context each, named as the member.
func (f Folder) MembersConfig() string { return f.path("members.config") }

// Logs is the folder with one log for each component.
func (f Folder) Logs() string { return f.path("logs") }

func (f Folder) log(component string) string { return f.path("logs", component+".log") }

// pki is the path of a file of the playground's authority.
func (f Folder) pki(name string) string { return f.path("pki", name) }

func (f Folder) marker() string { return string(f) }

// Lock makes sure that one command at a time works on the folder. The lock ends with the process.
func (f Folder) Lock() (unlock func(), err error) {
	file, err := os.OpenFile(f.path("lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot lock the state folder: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder := make([]byte, 16)
		n, _ := file.ReadAt(holder, 0)
		_ = file.Close()
		return nil, fmt.Errorf("another command (pid %s) is working on %s\nnext: wait until it is done, or interrupt it with "+
			"Ctrl-C: it cleans up behind itself", holder[:n], f)
	}
	_ = file.Truncate(0)
	_, _ = fmt.Fprintf(file, "%d", os.Getpid())
	return func() { _ = file.Close() }, nil
}

// clear removes everything but the lock, and the logs too unless they are to be kept. The state goes last: without it,
// what an interruption leaves would not be known for a playground's.
func (f Folder) clear(keepLogs bool) error {
	entries, err := os.ReadDir(string(f))
	if err != nil {
		return err
	}
	var errs []error
	for _, entry := range entries {
		if slices.Contains([]string{"lock", "state.json"}, entry.Name()) || keepLogs && entry.Name() == "logs" {
			continue
		}
		errs = append(errs, os.RemoveAll(f.path(entry.Name())))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("cannot empty %s: %w", f, err)
	}
	return os.RemoveAll(f.path("state.json"))
}
