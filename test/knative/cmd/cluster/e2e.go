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
	"slices"
	"strings"
	"syscall"
	"time"

	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/karmada/pki"
	"workload.example.io/interpreter/test/karmada/proc"
	"workload.example.io/interpreter/test/karmada/progress"
	"workload.example.io/interpreter/test/knative/internal/node"
	"workload.example.io/interpreter/test/knative/internal/partners"
)

// e2e brings up a cluster and a Karmada beside it, runs the checks of package e2e in them, and removes both.
func e2e(ctx context.Context, p paths) (err error) {
	if runs(p) {
		return errors.New("a cluster of make -C test knative-up runs, and one machine has room for one\nnext: make -C test knative-down")
	}
	log := progress.New(os.Stdout)
	checks := filepath.Join(p.cache, "karmada", "knative-e2e.test")
	log.Printf("building the checks")
	build := exec.CommandContext(ctx, "go", "test", "-c", "-o", checks, "./e2e")
	build.Dir = filepath.Join(p.repository, "test", "knative")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build the checks: %w\n%s", err, out)
	}
	only := strings.Fields(os.Getenv("KNATIVE_E2E_ONLY")) // names of tests
	wants := func(name string) bool { return len(only) == 0 || slices.Contains(only, name) }
	var wanted []partners.Partner
	if wants("TestOverlays") {
		wanted = partners.Overlays
	}
	if wants("TestIngress") {
		wanted = append(slices.Clone(wanted), partners.Traefik)
	}
	prepared, err := start(ctx, log, p, wanted)
	if err == nil {
		err = public(p)
	}
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
	var failed error
	if wants("TestColdStart") {
		log.Printf("measuring cold starts")
		failed = test(ctx, p, checks, "TestColdStart", prepared)
	}
	beside := slices.DeleteFunc([]string{"TestKnative", "TestOverlays", "TestIngress"}, func(name string) bool { return !wants(name) })
	if len(beside) == 0 || ctx.Err() != nil {
		return failed
	}
	log.Printf("starting Karmada") // only now, because it takes a good part of a core
	if err := karmada(ctx, p, "up"); err != nil {
		return errors.Join(failed, err)
	}
	for _, name := range beside {
		log.Printf("running the checks of %s", name)
		failed = errors.Join(failed, test(ctx, p, checks, name, prepared))
	}
	return failed
}

// host is the name of the overlay domain. It leads to the ingress for Karmada and for the checks, and for nobody else.
const host = "interpreter.example.com"

// public makes an authority that Karmada and the checks trust as they trust those of the system, and their file of hosts.
func public(p paths) error {
	if _, err := pki.New(p.file("public")); err != nil {
		return err
	}
	bundle, _ := os.ReadFile("/etc/ssl/certs/ca-certificates.crt") // a machine may have none
	authority, err1 := os.ReadFile(filepath.Join(p.file("public"), "ca.crt"))
	hosts, err2 := os.ReadFile("/etc/hosts")
	return errors.Join(err1, err2, os.WriteFile(p.file("roots.pem"), append(bundle, authority...), 0o644),
		os.WriteFile(p.file("hosts"), append(hosts, "\n"+node.IP+" "+host+"\n"...), 0o644))
}

// seeing is a command that sees the file of hosts and trusts the authority.
func seeing(ctx context.Context, p paths, name string, args ...string) *exec.Cmd {
	const script = `mount --make-rprivate / && mount --bind "$0" /etc/hosts && exec "$@"`
	cmd := exec.CommandContext(ctx, "unshare", append([]string{"--mount", "sh", "-c", script, p.file("hosts"), name}, args...)...)
	cmd.Env = append(os.Environ(), "SSL_CERT_FILE="+p.file("roots.pem"), "SSL_CERT_DIR=/nonexistent")
	return cmd
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
	program := filepath.Join(p.cache, "karmada", "playground-command")
	cmd := exec.CommandContext(ctx, program, command)
	if command == "up" {
		cmd = seeing(ctx, p, program, command)
	}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, "KARMADA_STATE="+folder)
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
	cmd := seeing(ctx, p, checks, "-test.run=^"+name+"$/"+os.Getenv("KNATIVE_E2E_CHECKS"), "-test.timeout=90m", fmt.Sprintf("-test.failfast=%t", name != "TestOverlays"))
	cmd.Dir = p.cache
	cmd.Env = append(cmd.Env, proc.MarkerEnv(p.state), "PATH="+prepared.Dirs["kubectl"]+":"+tools+":"+os.Getenv("PATH"),
		"KNATIVE_E2E_STATE="+p.state, "KNATIVE_E2E_REPOSITORY="+p.repository, "KNATIVE_E2E_KARMADA="+p.karmada(),
		"KNATIVE_E2E_RESULTS="+filepath.Join(p.repository, "test", "knative", "results"))
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
