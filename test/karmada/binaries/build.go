// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"workload.example.io/interpreter/test/karmada/proc"
	"workload.example.io/interpreter/test/karmada/progress"
)

// Build makes sure that every set is in the cache and returns their folders by name. Sets that lack something are built
// one after the other: at the same time, each would compile on its own what they share. The marker goes into the
// environment of the builds, see package proc.
func (c Cache) Build(ctx context.Context, log *progress.Log, marker string, sets ...Set) (map[string]string, error) {
	dirs := map[string]string{}
	for _, set := range sets {
		dir, err := c.Path(set)
		if err != nil {
			return nil, err
		}
		dirs[set.Name] = dir
		lacking := missing(dir, set)
		if len(lacking) == 0 {
			continue
		}
		if len(lacking) < len(set.Expects) {
			log.Printf("%s lacks %s: building it again", dir, strings.Join(lacking, ", "))
		}
		if err := c.build(ctx, log, marker, set, dir); err != nil {
			return nil, err
		}
	}
	return dirs, nil
}

func (c Cache) build(ctx context.Context, log *progress.Log, marker string, set Set, dir string) error {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return err
	}
	unlock, err := c.lock(ctx, log, set)
	if err != nil {
		return err
	}
	defer unlock()
	if len(missing(dir, set)) == 0 {
		return nil // built while we waited
	}
	stage, err := c.newStage(set)
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)

	start := time.Now()
	if err := c.compile(ctx, log, marker, set, stage); err != nil {
		return err
	}
	if err := finish(ctx, c, set, stage); err != nil {
		return fmt.Errorf("cannot build %s: %w", set.Name, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	log.Printf("built %s in %.0fs", set.Name, time.Since(start).Seconds())
	return os.Rename(stage, dir)
}

// newStage makes an empty folder to build in, and removes what a build left that was killed: the caller has the lock.
func (c Cache) newStage(set Set) (string, error) {
	pattern := "." + set.Name + "-building-*"
	left, err := filepath.Glob(filepath.Join(c.Dir, pattern))
	for _, dir := range left {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(c.Dir, pattern)
}

// compile runs the go command of a set.
func (c Cache) compile(ctx context.Context, log *progress.Log, marker string, set Set, stage string) error {
	var out lastLines
	what := fmt.Sprintf("building %s (minutes the first time, nothing later)", set.Name)
	err := log.Step(ctx, what, out.counts, func(ctx context.Context) error {
		cmd := exec.CommandContext(ctx, "go", goArgs(set, stage)...)
		cmd.Dir = filepath.Join(c.Modules, set.Module)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", proc.MarkerEnv(marker))
		cmd.Stdout, cmd.Stderr = &out, &out
		// Compilers are children of the go command: the whole group has to go when the build is interrupted.
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
		return cmd.Run()
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("cannot build %s: %w\n%s\nnext: repair what the lines above name, then run the same command again; "+
			"what is built is kept", set.Name, err, out.text())
	}
	return nil
}

func goArgs(set Set, stage string) []string {
	args := []string{set.Args[0], "-v"}
	for _, arg := range set.Args[1:] {
		args = append(args, strings.ReplaceAll(arg, Output, stage+string(filepath.Separator)))
	}
	return args
}

// finish gives the binaries their usual names and copies the manifests, so that nothing reads the module cache later.
func finish(ctx context.Context, c Cache, set Set, stage string) error {
	for from, to := range set.Rename {
		if err := os.Rename(filepath.Join(stage, from), filepath.Join(stage, to)); err != nil {
			return err
		}
	}
	for from, names := range set.Files {
		cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", from)
		cmd.Dir = filepath.Join(c.Modules, set.Module)
		module, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("cannot find %s: %w", from, err)
		}
		for _, name := range names {
			if err := copyTree(strings.TrimSpace(string(module)), name, filepath.Join(stage, "manifests")); err != nil {
				return err
			}
		}
	}
	if lacking := missing(stage, set); len(lacking) > 0 {
		return fmt.Errorf("the build left no %s", strings.Join(lacking, ", "))
	}
	return nil
}

func copyTree(from, name, to string) error {
	return filepath.WalkDir(filepath.Join(from, name), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, strings.TrimPrefix(path, from))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o644)
	})
}
