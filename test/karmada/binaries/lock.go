// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"workload.example.io/interpreter/test/karmada/progress"
)

// lock makes sure that one program at a time builds the set, and waits for the one that does. The lock ends with the
// process that holds it.
func (c Cache) lock(ctx context.Context, log *progress.Log, set Set) (unlock func(), err error) {
	file, err := os.OpenFile(filepath.Join(c.Dir, "."+set.Name+".lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot lock the cache: %w", err)
	}
	try := func() error { return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
	if err = try(); errors.Is(err, syscall.EWOULDBLOCK) {
		err = log.Step(ctx, "waiting for another program that builds "+set.Name, nil, func(ctx context.Context) error {
			return poll(ctx, try)
		})
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot lock the cache: %w", err), file.Close())
	}
	return func() { _ = file.Close() }, nil
}

// poll tries until the lock is free.
func poll(ctx context.Context, try func() error) error {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		if err := try(); !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}
