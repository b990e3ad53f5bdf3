// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command playground runs a real Karmada out of plain processes on loopback, and the end-to-end tests against it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/karmada/internal/playground"
	"workload.example.io/interpreter/test/karmada/progress"
)

const usage = `usage: playground <command>

  up            build what is missing, start a Karmada with three members, print what to type next
  down          end exactly what up has started
  status        show every component, and the end of the log of each that has ended
  e2e           bring up a Karmada of its own, test the function in it, tear it down
  e2e-upstream  the same with Karmada's own specs for interpreter webhooks

environment:
  KARMADA_CACHE  folder of the built binaries (default: .cache/karmada in the repository)
  KARMADA_STATE  folder of the running playground (default: playground in KARMADA_CACHE)
  KARMADA_RELEASE  release of Karmada, such as v1.17.1, for up and e2e (default: the newest that the playground knows)
  KARMADA_E2E_ONLY  a regular expression for the checks that e2e runs, such as ^14 (default: all)
`

func main() {
	// The terminal's hang-up counts too: whoever closes it wants nothing left behind.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if len(os.Args) != 2 {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	if err := run(ctx, os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "\nerror: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, command string) error {
	commands := map[string]func(context.Context, playground.Options) error{
		"up": up, "down": down, "status": status, "e2e": e2e, "e2e-upstream": e2eUpstream,
	}
	do, ok := commands[command]
	if !ok {
		fmt.Fprint(os.Stderr, usage)
		return fmt.Errorf("unknown command %q", command)
	}
	options, err := optionsFor(command)
	if err != nil {
		return err
	}
	if command != "status" {
		unlock, err := options.Folder.Lock()
		if err != nil {
			return err
		}
		defer unlock()
	}
	return do(ctx, options)
}

func optionsFor(command string) (playground.Options, error) {
	root, err := repository()
	if err != nil {
		return playground.Options{}, err
	}
	cache := os.Getenv("KARMADA_CACHE")
	if cache == "" {
		cache = filepath.Join(root, ".cache", "karmada")
	}
	if cache, err = filepath.Abs(cache); err != nil { // builds run in other folders
		return playground.Options{}, err
	}
	state := os.Getenv("KARMADA_STATE")
	if state == "" {
		state = filepath.Join(cache, "playground")
	}
	if strings.HasPrefix(command, "e2e") {
		state += "-" + command // the tests never touch an open playground
	}
	release, err := binaries.FindRelease(os.Getenv("KARMADA_RELEASE"))
	if err != nil {
		return playground.Options{}, err
	}
	folder, err := playground.OpenFolder(state)
	return playground.Options{Folder: folder, Repository: root, Cache: cache, Release: release, Log: progress.New(os.Stdout)}, err
}

// repository is the nearest folder above that holds the root module.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		raw, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(raw), "module workload.example.io/interpreter\n") {
			return dir, nil
		}
	}
	return "", errors.New("cannot find the repository\nnext: run this below the root of the repository")
}

func up(ctx context.Context, options playground.Options) error {
	p, err := playground.Up(ctx, options)
	if err != nil {
		return err
	}
	options.Log.Printf("up: %d components, %d MiB", p.Components(), p.Memory()>>20)
	return p.Next(os.Stdout)
}

func down(ctx context.Context, options playground.Options) error {
	if err := playground.Down(ctx, options, false); err != nil {
		return err
	}
	options.Log.Printf("down: nothing of %s runs", options.Folder)
	return nil
}

func status(_ context.Context, options playground.Options) error {
	return playground.Status(os.Stdout, options)
}
