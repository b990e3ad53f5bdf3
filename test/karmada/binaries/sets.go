// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package binaries builds Karmada, Kubernetes and etcd from the Go module proxy into a cache folder.
//
// Each set is one Go module below test/karmada/build, because they pin different versions of what they share. A
// set lands in a folder named after a hash of everything that decides its contents, by one rename: a folder that is
// there is complete and is not built again.
package binaries

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// kubernetesVersion is what the binaries report; the go.mod files below build/ pin the code.
const kubernetesVersion = "v1.35.4"

const kubernetesFlags = "-ldflags=-s -w -X k8s.io/component-base/version.gitVersion=" + kubernetesVersion

// Set is a group of binaries that one module builds.
type Set struct {
	Name    string
	Module  string              // folder below Cache.Modules
	Args    []string            // of the go command; the output folder is put behind -o
	Rename  map[string]string   // what go calls a binary, and what people call it
	Files   map[string][]string // by module: files and folders that are copied out of it into manifests/
	Expects []string            // what must be there in the end
}

// Etcd is the store behind every API server.
var Etcd = Set{
	Name:    "etcd",
	Module:  "etcd",
	Args:    []string{"build", "-trimpath", "-ldflags=-s -w", "-o", Output, "tool"},
	Rename:  map[string]string{"server": "etcd"},
	Expects: []string{"etcd"},
}

// Kubernetes holds the API server and the controllers of Karmada and of each member.
var Kubernetes = Set{
	Name:   "kubernetes",
	Module: "kubernetes",
	Args: []string{"build", "-trimpath", kubernetesFlags, "-o", Output,
		"k8s.io/kubernetes/cmd/kube-apiserver", "k8s.io/kubernetes/cmd/kube-controller-manager"},
	Expects: []string{"kube-apiserver", "kube-controller-manager"},
}

// Kubectl is the command line of Kubernetes.
var Kubectl = Set{
	Name:    "kubectl",
	Module:  "kubernetes",
	Args:    []string{"build", "-trimpath", kubernetesFlags, "-o", Output, "k8s.io/kubernetes/cmd/kubectl"},
	Expects: []string{"kubectl"},
}

// Node holds what a cluster needs beside Kubernetes to run pods.
var Node = Set{
	Name:   "node",
	Module: "kubernetes",
	Args: []string{"build", "-trimpath", kubernetesFlags, "-o", Output,
		"k8s.io/kubernetes/cmd/kube-proxy", "k8s.io/kubernetes/cmd/kube-scheduler", "k8s.io/kubernetes/cmd/kubelet"},
	Expects: []string{"kube-proxy", "kube-scheduler", "kubelet"},
}

// Karmada is the newest release.
var Karmada = Releases[0].Set()

// Upstream is Karmada's own end-to-end suite as a test binary.
var Upstream = Set{
	Name:    "upstream",
	Module:  "karmada",
	Args:    []string{"test", "-c", "-trimpath", "-ldflags=-s -w", "-o", Output, karmadaModule + "/test/e2e/suites/base"},
	Expects: []string{"base.test"},
}

// Output stands for the folder that a set is built into.
const Output = "{output}"

// Cache is where sets are built and found.
type Cache struct {
	Dir     string // the cache folder
	Modules string // the folder with one Go module for each set or several, such as test/karmada/build
}

// Path is the folder of a set, whether it is there or not.
func (c Cache) Path(set Set) (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, runtime.Version(), runtime.GOARCH, set.Args, set.Files, set.Rename)
	module := filepath.Join(c.Modules, set.Module)
	err := filepath.WalkDir(module, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		fmt.Fprintln(hash, strings.TrimPrefix(path, module), len(content))
		hash.Write(content)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("cannot read the build of %s: %w", set.Name, err)
	}
	return filepath.Join(c.Dir, set.Name+"-"+hex.EncodeToString(hash.Sum(nil))[:12]), nil
}

// missing names what a set's folder lacks.
func missing(dir string, set Set) []string {
	return slices.DeleteFunc(slices.Clone(set.Expects), func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err == nil
	})
}
