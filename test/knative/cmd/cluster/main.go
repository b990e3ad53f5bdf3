// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command cluster runs a one-node Kubernetes with Knative Serving and the function in it, for tests and for playing.
//
//	cluster up    build what is missing, start, and say how to deploy the function
//	cluster down  end it and remove everything that it made
//	cluster e2e   start one with a Karmada beside it, run the checks of package e2e, and remove both
//
// It needs Linux, root, and the Debian packages that scripts/knative-packages.sh installs. One machine has room for one.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

const usage = "usage: cluster up | down | e2e"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "cluster: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New(usage)
	}
	if os.Geteuid() != 0 {
		return errors.New("want root, because containers need namespaces and mounts\nnext: run it as root on a Linux machine of your own")
	}
	paths, err := findPaths()
	if err != nil {
		return err
	}
	switch args[0] {
	case "up":
		return up(ctx, paths)
	case "down":
		return down(ctx, paths)
	case "e2e":
		return e2e(ctx, paths)
	case "guard": // started by up, lives as long as the cluster
		return guard(ctx, paths)
	case "inside": // started by guard as process 1 of the namespaces
		return inside(ctx, paths)
	}
	return errors.New(usage)
}
