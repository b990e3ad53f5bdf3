// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"

	"workload.example.io/interpreter/test/karmada/proc"
)

// grace is how long components have to end by themselves.
const grace = 5 * time.Second

// Down ends what was started from the folder, also after a crash or by another version, and empties it.
func Down(ctx context.Context, options Options, keepLogs bool) error {
	p := newPlayground(options)
	state, err := p.folder.load()
	if err != nil && !errors.Is(err, errUnusable) {
		return err
	}
	p.state = state
	return p.end(ctx, keepLogs)
}

// end stops the processes that the state names and those that carry the folder's marker: a start that was killed may not
// have written its last one down. It goes on even when ctx has ended.
func (p *Playground) end(ctx context.Context, keepLogs bool) error {
	processes := p.state.Processes
	marked, err := proc.Marked(p.folder.marker())
	if err != nil {
		return err
	}
	for _, found := range marked {
		if !slices.ContainsFunc(processes, func(q proc.Process) bool { return q.PID == found.PID }) {
			processes = append(processes, found)
		}
	}
	// etcd goes last: the others would fill their logs with complaints about it.
	var store, others []proc.Process
	for _, q := range processes {
		if q.Name == "etcd" {
			store = append(store, q)
		} else {
			others = append(others, q)
		}
	}
	err = errors.Join(proc.Stop(ctx, grace, others...), proc.Stop(ctx, grace, store...))
	if err != nil {
		return fmt.Errorf("%w\nnext: run the same command again", err)
	}
	p.state = State{}
	return p.folder.clear(keepLogs)
}

// Stop ends one component and forgets it; Kill does so without asking it first.
func (p *Playground) Stop(ctx context.Context, name string) error {
	return p.stop(name, func(q proc.Process) error { return proc.Stop(ctx, grace, q) })
}

// Kill ends one component at once and forgets it.
func (p *Playground) Kill(ctx context.Context, name string) error {
	return p.stop(name, func(q proc.Process) error {
		return errors.Join(q.Signal(syscall.SIGKILL), proc.Stop(ctx, grace, q))
	})
}

func (p *Playground) stop(name string, end func(proc.Process) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.state.Processes, func(q proc.Process) bool { return q.Name == name })
	if i < 0 {
		return fmt.Errorf("cannot stop %q: it does not run", name)
	}
	if err := end(p.state.Processes[i]); err != nil {
		return err
	}
	p.state.Processes = slices.Delete(p.state.Processes, i, i+1)
	return p.folder.save(p.state)
}
