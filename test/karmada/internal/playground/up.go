// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"slices"

	"golang.org/x/sync/errgroup"

	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/karmada/pki"
)

// Up brings a playground up in the folder and returns it. One that runs already is returned as it is. When anything
// fails, or ctx ends, everything that was started is ended again; the logs stay.
func Up(ctx context.Context, options Options) (*Playground, error) {
	state, err := options.Folder.load()
	if err != nil {
		return nil, err
	}
	switch {
	case state.Phase == running:
		p, err := Open(options)
		if err != nil {
			return nil, err
		}
		if p.Release != options.Release {
			return nil, fmt.Errorf("cannot bring up Karmada %s: %s runs in %s\nnext: make -C test karmada-down, then make -C test karmada-up",
				options.Release, p.Release, options.Folder)
		}
		options.Log.Printf("already up: nothing to do")
		return p, nil
	case state.Phase == starting:
		return nil, fmt.Errorf("%s holds the remains of a start that was killed\nnext: make -C test karmada-down, then make -C test karmada-up",
			options.Folder)
	}

	p := newPlayground(options)
	if err := p.up(ctx); err != nil {
		options.Log.Printf("ending what was started")
		err = errors.Join(err, p.end(ctx, true))
		if logs, _ := os.ReadDir(p.folder.Logs()); len(logs) > 0 {
			err = errors.Join(err, fmt.Errorf("the logs are in %s", p.folder.Logs()))
		}
		return nil, err
	}
	return p, nil
}

func (p *Playground) up(ctx context.Context) error {
	if err := p.folder.clear(false); err != nil {
		return err
	}
	p.state = State{Version: version, Phase: starting, Release: p.Release.Version}
	if err := p.folder.save(p.state); err != nil {
		return err
	}
	dirs, err := p.Binaries().Build(ctx, p.Log, p.folder.marker(), binaries.Etcd, binaries.Kubernetes, p.Release.Set())
	if err != nil {
		return err
	}
	p.dirs = dirs
	for _, step := range []struct {
		what string
		do   func(context.Context) error
	}{
		{"writing certificates and kubeconfigs", p.prepare},
		{"starting etcd", func(ctx context.Context) error { return p.run(ctx, p.etcd()) }},
		{"starting the API servers of Karmada and its members", p.startAPIServers},
		{"installing Karmada's CRDs", p.installCRDs},
		{"starting Karmada " + p.Release.Version, p.startKarmada},
		{"joining the members and bringing them the Workload CRD", p.joinMembers},
	} {
		err := p.Log.Step(ctx, step.what, nil, step.do)
		if ctx.Err() != nil { // whatever the step says then is a consequence
			err = context.Cause(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	p.state.Phase = running
	return p.folder.save(p.state)
}

// prepare chooses the ports and writes all files that the components read.
func (p *Playground) prepare(context.Context) error {
	ports, err := freePorts(ports())
	if err != nil {
		return err
	}
	p.state.Ports = ports
	authority, err := pki.New(p.folder.path("pki"))
	if err != nil {
		return err
	}
	const service = "karmada-aggregated-apiserver.karmada-system.svc"
	for name, hosts := range map[string][]string{
		"etcd": nil, "apiserver": nil, "karmada-webhook": nil, "interpreter": nil, "karmada-aggregated-apiserver": {service},
	} {
		if err := authority.Server(name, hosts...); err != nil {
			return err
		}
	}
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	p.state.PathSecret = hex.EncodeToString(secret)
	for _, err := range []error{
		authority.Client("admin", "system:admin", "system:masters"), // whom Karmada's manifests let into the members
		authority.Client("front-proxy-client", "front-proxy-client"),
		authority.Key("sa"),
		os.MkdirAll(p.folder.Logs(), 0o700),
		p.writeKubeconfigs(),
		p.writeFiles(),
	} {
		if err != nil {
			return err
		}
	}
	p.probe, err = p.probeClient()
	if err != nil {
		return err
	}
	return p.folder.save(p.state)
}

// startAPIServers starts each API server and, as soon as it is ready, its controllers.
func (p *Playground) startAPIServers(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, cluster := range append([]string{"karmada"}, Members...) {
		config := p.memberConfig(cluster)
		if cluster == "karmada" {
			config = p.folder.KarmadaConfig()
		}
		group.Go(func() error {
			if err := p.run(ctx, p.apiServer(cluster)); err != nil {
				return err
			}
			return p.start(p.controllers(cluster, config))
		})
	}
	return group.Wait()
}

// startKarmada starts what serves APIs and admission first: the controllers need both.
func (p *Playground) startKarmada(ctx context.Context) error {
	group, groupCtx := errgroup.WithContext(ctx)
	for _, c := range []component{p.aggregatedAPIServer(), p.webhook()} {
		group.Go(func() error { return p.run(groupCtx, c) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := p.installServices(ctx); err != nil {
		return err
	}
	return errors.Join(p.start(p.controllerManager()), p.start(p.scheduler()))
}

// Restart ends a component and starts it again with further flags.
func (p *Playground) Restart(ctx context.Context, name string, flags ...string) error {
	all := []component{p.controllerManager(), p.scheduler(), p.webhook()}
	i := slices.IndexFunc(all, func(c component) bool { return c.name == name })
	if i < 0 {
		return fmt.Errorf("cannot restart %q: no such component", name)
	}
	if err := p.Stop(ctx, name); err != nil {
		return err
	}
	all[i].command = append(all[i].command, flags...)
	return p.run(ctx, all[i])
}
