// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/karmada/proc"
	"workload.example.io/interpreter/test/karmada/progress"
)

// e2e brings up a cluster and a Karmada beside it, runs the checks of package e2e in them, and removes both.
func e2e(ctx context.Context, p paths) (err error) {
	if runs(p) {
		return errors.New("a cluster of make knative-up runs, and one machine has room for one\nnext: make knative-down")
	}
	log := progress.New(os.Stdout)
	checks := filepath.Join(p.cache, "karmada", "knative-e2e.test")
	log.Printf("building the checks")
	build := exec.CommandContext(ctx, "go", "test", "-c", "-o", checks, "./e2e")
	build.Dir = filepath.Join(p.repository, "test", "knative")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build the checks: %w\n%s", err, out)
	}
	prepared, err := start(ctx, log, p)
	if err != nil {
		return err
	}
	defer func() {
		log.Printf("tearing down")
		if err != nil {
			err = errors.Join(err, karmada(ctx, p, "down"), end(context.WithoutCancel(ctx), p),
				fmt.Errorf("the logs of the node are in %s, those of pods in %s", p.file("logs"), p.file("pods")))
		} else {
			err = down(ctx, p)
		}
		log.Printf("done")
	}()
	only := os.Getenv("KNATIVE_E2E_ONLY")
	var slow error
	if only == "" || only == "TestColdStart" {
		log.Printf("measuring cold starts")
		slow = test(ctx, p, checks, "TestColdStart", prepared)
	}
	if only == "TestColdStart" || ctx.Err() != nil {
		return slow
	}
	log.Printf("starting Karmada") // only now, because it takes a good part of a core
	if err := karmada(ctx, p, "up"); err != nil {
		return errors.Join(slow, err)
	}
	log.Printf("running the checks")
	return errors.Join(slow, test(ctx, p, checks, "TestKnative", prepared))
}

// karmada runs a command of test/karmada in a folder of its own. "down" goes on when ctx has ended.
func karmada(ctx context.Context, p paths, command string) error {
	folder := p.karmada()
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) && command == "down" {
		return nil
	}
	if command == "down" {
		ctx = context.WithoutCancel(ctx)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(p.cache, "karmada", "playground-command"), command)
	cmd.Env = append(os.Environ(), "KARMADA_STATE="+folder)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = time.Minute
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot run make karmada-%s: %w\n%s", command, err, out)
	}
	if command == "down" {
		return os.RemoveAll(folder)
	}
	return nil
}

func (p paths) karmada() string { return filepath.Join(p.cache, "karmada", "playground-knative") }

// test runs the checks with the tools that the README's commands need in the PATH.
func test(ctx context.Context, p paths, checks, name string, prepared plan) error {
	tools, err := binaries.Cache{Dir: p.binaries, Modules: filepath.Join(p.repository, "test", "karmada", "build")}.
		Path(binaries.Karmada) // has karmadactl
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, checks, "-test.run=^"+name+"$", "-test.timeout=60m", "-test.failfast")
	cmd.Dir = p.cache
	cmd.Env = append(os.Environ(), proc.MarkerEnv(p.state), "PATH="+prepared.Dirs["kubectl"]+":"+tools+":"+os.Getenv("PATH"),
		"KNATIVE_E2E_STATE="+p.state, "KNATIVE_E2E_REPOSITORY="+p.repository, "KNATIVE_E2E_KARMADA="+p.karmada(),
		"KNATIVE_E2E_RESULTS="+filepath.Join(p.repository, "test", "knative", "results"))
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
