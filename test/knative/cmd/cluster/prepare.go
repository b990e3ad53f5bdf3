// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/karmada/progress"
	"workload.example.io/interpreter/test/knative/internal/images"
	"workload.example.io/interpreter/test/knative/internal/node"
	"workload.example.io/interpreter/test/knative/internal/partners"
	"workload.example.io/interpreter/test/knative/internal/serving"
)

// coreDNS is how CoreDNS is built, from test/knative/build.
var coreDNS = binaries.Set{
	Name: "coredns", Module: "coredns",
	Args:    []string{"build", "-trimpath", "-ldflags=-s -w", "-o", binaries.Output, "."},
	Expects: []string{"coredns"},
}

// own are the programs of this module that run in pods.
var own = []string{"pause", "hello", "dial", "faulty"}

// plan is what up hands to the process inside.
type plan struct {
	Dirs     map[string]string `json:"dirs"`
	Archives []string          `json:"archives"`
}

// prepare builds the binaries and packs the images, with those of the partners that are wanted.
func prepare(ctx context.Context, log *progress.Log, p paths, wanted []partners.Partner) (plan, error) {
	karmada := binaries.Cache{Dir: p.binaries, Modules: filepath.Join(p.repository, "test", "karmada", "build")}
	dirs, err := karmada.Build(ctx, log, p.state, binaries.Etcd, binaries.Kubernetes, binaries.Node, binaries.Kubectl)
	if err != nil {
		return plan{}, err
	}
	knative := binaries.Cache{Dir: karmada.Dir, Modules: filepath.Join(p.repository, "test", "knative", "build")}
	sets := []binaries.Set{coreDNS, serving.Set}
	for _, one := range wanted {
		sets = append(sets, one.Set)
	}
	more, err := knative.Build(ctx, log, p.state, sets...)
	if err != nil {
		return plan{}, err
	}
	for name, dir := range more {
		dirs[name] = dir
	}
	made := plan{Dirs: dirs}
	log.Printf("packing images")
	for _, name := range serving.Commands {
		archive, err := images.Pack(p.state, images.Name(name), filepath.Join(dirs["serving"], name), images.Nobody)
		if err != nil {
			return plan{}, err
		}
		made.Archives = append(made.Archives, archive)
	}
	for _, one := range wanted {
		for _, name := range one.Commands {
			archive, err := images.Pack(p.state, images.Name(name), filepath.Join(dirs[one.Set.Name], name), one.User)
			if err != nil {
				return plan{}, err
			}
			made.Archives = append(made.Archives, archive)
		}
	}
	for _, name := range own {
		archive, err := packOwn(ctx, p, name)
		if err != nil {
			return plan{}, err
		}
		made.Archives = append(made.Archives, archive)
	}
	archive := p.file("interpreter.tar") // with a second tag, for a second revision
	ko := exec.CommandContext(ctx, filepath.Join(p.repository, "scripts", "image.sh"), "archive", images.Name("interpreter")+",next", archive)
	ko.Env = append(os.Environ(), "BASE=machine") // the same with and without internet
	if out, err := ko.CombinedOutput(); err != nil {
		return plan{}, fmt.Errorf("cannot build the image: %w\n%s", err, out)
	}
	made.Archives = append(made.Archives, archive)
	return made, nil
}

// packOwn builds a program of this module and packs it.
func packOwn(ctx context.Context, p paths, name string) (archive string, err error) {
	binary := p.file(name)
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, "./cmd/"+name)
	build.Dir = filepath.Join(p.repository, "test", "knative")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("cannot build %s: %w\n%s", name, err, out)
	}
	image := images.Name(name)
	if name == "pause" {
		image = node.Pause
	}
	return images.Pack(p.state, image, binary, images.Nobody)
}
