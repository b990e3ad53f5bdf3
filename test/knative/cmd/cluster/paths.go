// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// paths of a cluster.
type paths struct {
	repository, cache, state string
	binaries                 string // what is built and kept, as for test/karmada
}

func findPaths() (paths, error) {
	out, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return paths{}, errors.New("cannot find the repository\nnext: run make -C test knative-up in it")
	}
	root := strings.TrimSpace(string(out))
	cache := filepath.Join(root, ".cache")
	built, err := filepath.Abs(cmp.Or(os.Getenv("KARMADA_CACHE"), filepath.Join(cache, "karmada")))
	return paths{root, cache, filepath.Join(cache, "knative"), built}, err
}

// file is a path in the state folder.
func (p paths) file(name string) string { return filepath.Join(p.state, name) }

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o755)
}
