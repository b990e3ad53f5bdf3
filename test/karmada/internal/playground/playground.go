// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package playground runs a Karmada control plane with three members out of plain processes on loopback.
//
// Everything of a playground lies in one Folder: certificates, kubeconfigs, etcd's data, logs, and state.json with the
// processes that run. Up starts it, Down ends exactly what Up has started and nothing else, Status reports what runs. No
// member has a node: objects arrive there, but nothing runs them, and their status is whatever somebody writes into it.
package playground

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/karmada/proc"
	"workload.example.io/interpreter/test/karmada/progress"
)

// patience is how long any one thing may take to become ready. It only ends waits that would never end.
const patience = 3 * time.Minute

// Options of a playground.
type Options struct {
	Folder     Folder
	Repository string           // root of this repository
	Cache      string           // folder of the built binaries
	Release    binaries.Release // of Karmada, for Up
	Log        *progress.Log
}

// Playground is one control plane, running or about to.
type Playground struct {
	Options
	folder Folder
	dirs   map[string]string // folders of the binaries by set

	mu    sync.Mutex // guards state
	state State

	probe *http.Client
}

func newPlayground(options Options) *Playground {
	return &Playground{Options: options, folder: options.Folder}
}

// Binaries is the cache of the binaries that the options name.
func (o Options) Binaries() binaries.Cache {
	return binaries.Cache{Dir: o.Cache, Modules: filepath.Join(o.Repository, "test", "karmada", "build")}
}

// Open returns the playground that runs in the folder, with the release of Karmada that it was brought up with.
func Open(options Options) (*Playground, error) {
	p := newPlayground(options)
	state, err := p.folder.load()
	if err != nil {
		return nil, err
	}
	if state.Phase != running {
		return nil, fmt.Errorf("no playground runs in %s\nnext: make -C test karmada-up", p.folder)
	}
	if err := state.dead(); err != nil {
		return nil, errors.Join(err, errors.New("next: make -C test karmada-down, then make -C test karmada-up"))
	}
	p.state = state
	if p.Release, err = binaries.FindRelease(state.Release); err != nil {
		return nil, err
	}
	p.dirs = map[string]string{}
	for _, set := range []binaries.Set{binaries.Etcd, binaries.Kubernetes, p.Release.Set()} {
		if p.dirs[set.Name], err = p.Binaries().Path(set); err != nil {
			return nil, err
		}
	}
	if p.probe, err = p.probeClient(); err != nil {
		return nil, err
	}
	return p, nil
}

// start starts a component and writes it into the state.
func (p *Playground) start(c component) error {
	if c.port != "" {
		if err := checkPort(p.state.Ports[c.port]); err != nil {
			return fmt.Errorf("cannot start %s: %w\nnext: run the same command again, it takes other ports", c.name, err)
		}
	}
	if _, err := os.Stat(c.command[0]); err != nil {
		return fmt.Errorf("cannot start %s: %w\nnext: run the same command again, it builds what is missing", c.name, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	started, err := proc.Start(proc.Spec{Name: c.name, Command: c.command, Env: c.env, Log: p.folder.log(c.name),
		Marker: p.folder.marker()})
	if err != nil {
		return err
	}
	p.state.Processes = slices.DeleteFunc(p.state.Processes, func(q proc.Process) bool { return q.Name == c.name })
	p.state.Processes = append(p.state.Processes, started)
	slices.SortStableFunc(p.state.Processes, func(a, b proc.Process) int { return cmp.Compare(a.PID, b.PID) })
	return p.folder.save(p.state)
}

// run starts a component and waits until it answers its probe.
func (p *Playground) run(ctx context.Context, c component) error {
	if err := p.start(c); err != nil {
		return err
	}
	if c.probe == "" {
		return nil
	}
	url := p.url(c.port) + c.probe
	return p.wait(ctx, c.name+" to be ready", func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		response, err := p.probe.Do(request)
		if err != nil {
			return err
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s answers %s", url, response.Status)
		}
		return nil
	})
}

// wait asks for a condition until it holds. A component that ends meanwhile ends the wait.
func (p *Playground) wait(ctx context.Context, what string, condition func(context.Context) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errors.New("out of patience"))
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var last error
	for {
		err := condition(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() == nil { // otherwise it only says that time is up
			last = err
		}
		if dead := p.Dead(); dead != nil {
			return dead
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("cannot wait for %s any longer: %w; last seen: %v", what, context.Cause(ctx), last)
		case <-tick.C:
		}
	}
}

// Dead names the components that have ended, each with the end of its log. It asks the folder: the tests, a process of
// their own, may have restarted some.
func (p *Playground) Dead() error {
	state, err := p.folder.load()
	if err != nil {
		return err
	}
	return state.dead()
}
