// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// paths of a cluster.
type paths struct {
	repository, cache, state string
}

func findPaths() (paths, error) {
	out, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return paths{}, errors.New("cannot find the repository\nnext: run make knative-up in it")
	}
	root := strings.TrimSpace(string(out))
	return paths{root, filepath.Join(root, ".cache"), filepath.Join(root, ".cache", "knative")}, nil
}

// file is a path in the state folder.
func (p paths) file(name string) string { return filepath.Join(p.state, name) }

// packages are the programs that come from the distribution.
var packages = []string{"containerd", "ctr", "runc", "iptables", "conntrack", "ip", "/usr/lib/cni/ptp"}

func checkPackages() error {
	for _, program := range packages {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("cannot find %s\nnext: scripts/knative-packages.sh installs what is missing on Debian and Ubuntu", program)
		}
	}
	return nil
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o755)
}
