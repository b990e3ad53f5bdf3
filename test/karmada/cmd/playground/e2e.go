// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/karmada/internal/playground"
	"workload.example.io/interpreter/test/karmada/proc"
)

// e2e runs our own checks.
func e2e(ctx context.Context, options playground.Options) error {
	checks := filepath.Join(options.Cache, "e2e.test")
	err := options.Log.Step(ctx, "building the checks", nil, func(ctx context.Context) error {
		build := exec.CommandContext(ctx, "go", "test", "-c", "-o", checks, "./e2e")
		build.Dir = filepath.Join(options.Repository, "test", "karmada")
		out, err := build.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("cannot build the checks: %w\n%s", err, out)
		}
		return cmp.Or(context.Cause(ctx), err)
	})
	if err != nil {
		return err
	}
	return inKarmada(ctx, options, "interpreter", func(ctx context.Context, p *playground.Playground) error {
		options.Log.Printf("running the checks")
		run := "-test.run=^TestKarmada$/" + os.Getenv("KARMADA_E2E_ONLY")
		return test(ctx, options, []string{checks, "-test.timeout=20m", "-test.parallel=8", run},
			"KARMADA_E2E_STATE="+string(options.Folder), "KARMADA_E2E_REPOSITORY="+options.Repository, "KARMADA_CACHE="+options.Cache)
	})
}

// upstreamFlags select Karmada's specs about interpreter webhooks and how they are shown. What they check is left as it
// is; the one setting is the time between two looks at a condition.
var upstreamFlags = []string{"-ginkgo.focus=Resource interpreter webhook testing", "-ginkgo.v", "-ginkgo.silence-skips",
	"-ginkgo.no-color", "-poll-interval=1s"}

// e2eUpstream runs Karmada's own specs, unmodified, under the name that its example configuration has.
func e2eUpstream(ctx context.Context, options playground.Options) error {
	if newest := binaries.Releases[0]; options.Release != newest {
		return fmt.Errorf("cannot run the specs of Karmada %s in Karmada %s\nnext: run this without KARMADA_RELEASE", newest, options.Release)
	}
	dirs, err := options.Binaries().Build(ctx, options.Log, string(options.Folder), binaries.Upstream)
	if err != nil {
		return err
	}
	specs := append([]string{filepath.Join(dirs[binaries.Upstream.Name], "base.test")}, upstreamFlags...)
	return inKarmada(ctx, options, "examples", func(ctx context.Context, p *playground.Playground) error {
		options.Log.Printf("running Karmada's specs with %v", upstreamFlags)
		return test(ctx, options, specs, "KUBECONFIG="+options.Folder.KarmadaConfig(),
			"PULL_BASED_CLUSTERS=member3:"+options.Folder.MembersConfig())
	})
}

// inKarmada brings up a control plane with the function registered in it, and tears it down when do is done.
func inKarmada(ctx context.Context, options playground.Options, configuration string,
	do func(context.Context, *playground.Playground) error) (err error) {
	// Remains of a run that was killed.
	if err := playground.Down(ctx, options, false); err != nil {
		return err
	}
	if err := options.Log.Step(ctx, "building the function", nil, options.BuildInterpreter); err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	p, err := playground.Up(ctx, options)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.Dead(), fmt.Errorf("the logs of all components are in %s", options.Folder.Logs()))
		}
		options.Log.Printf("tearing down; all components held %d MiB", p.Memory()>>20)
		err = errors.Join(err, playground.Down(ctx, options, err != nil))
		options.Log.Printf("done")
	}()
	options.Log.Printf("starting the function")
	config, err := p.WebhookConfiguration(configuration, false)
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return p.StartInterpreter(ctx) },
		func() error { return p.Register(ctx, config) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return do(ctx, p)
}

// test runs a test binary with its output on ours. It carries the folder's marker, so that "down" ends it, too, should this
// program be killed.
func test(ctx context.Context, options playground.Options, argv []string, env ...string) error {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = filepath.Dir(argv[0])
	cmd.Env = append(append(os.Environ(), env...), proc.MarkerEnv(string(options.Folder)))
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err := cmd.Run()
	if ctx.Err() != nil { // it was killed because we are interrupted
		return context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(argv[0]), err)
	}
	return nil
}
