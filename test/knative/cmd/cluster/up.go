// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"workload.example.io/interpreter/test/karmada/proc"
	"workload.example.io/interpreter/test/karmada/progress"
	"workload.example.io/interpreter/test/knative/internal/images"
	"workload.example.io/interpreter/test/knative/internal/node"
	"workload.example.io/interpreter/test/knative/internal/partners"
)

// up starts a cluster and says how to use it.
func up(ctx context.Context, p paths) error {
	if runs(p) {
		fmt.Println("it runs already; make -C test knative-down ends it")
		return nil
	}
	log := progress.New(os.Stdout)
	prepared, err := start(ctx, log, p, nil)
	if err != nil {
		return err
	}
	log.Printf("Knative is ready")
	fmt.Printf("\nWhat to type next, in the root of the repository:\n\n  export KUBECONFIG=%s PATH=%s:$PATH\n"+
		"  make deploy-knative CONTEXT=%s IMAGE=%s\n  curl --cacert %s https://%s/readyz\n\nmake knative-down ends it.\n",
		p.file("kubeconfig"), prepared.Dirs["kubectl"], node.Context, images.Name("interpreter"), p.file("pki/ca.crt"), node.IP)
	return nil
}

// start builds what is missing and starts the cluster. If it fails, nothing is left but logs.
func start(ctx context.Context, log *progress.Log, p paths, wanted []partners.Partner) (plan, error) {
	var more []string
	if len(wanted) > 0 {
		more = []string{"ipset", "ss"} // of kube-router and of the check of MetalLB
	}
	if err := errors.Join(node.Preflight(p.state, more...), down(ctx, p)); err != nil {
		return plan{}, err
	}
	if err := os.MkdirAll(p.state, 0o755); err != nil {
		return plan{}, err
	}
	prepared, err := prepare(ctx, log, p, wanted)
	if err == nil {
		log.Printf("starting a node")
		err = startGuard(ctx, log, p, prepared)
	}
	if ctx.Err() != nil { // whatever a step says then is a consequence
		err = context.Cause(ctx)
	}
	if err != nil {
		return plan{}, errors.Join(err, end(context.WithoutCancel(ctx), p), fmt.Errorf("the logs are in %s", p.file("logs")))
	}
	return prepared, nil
}

// startGuard starts the process that everything hangs on, and waits until the cluster is ready.
func startGuard(ctx context.Context, log *progress.Log, p paths, prepared plan) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	program := p.file("cluster-program") // what was started stays what it is when this one is built anew
	content, err := json.Marshal(prepared)
	if err := errors.Join(err, copyFile(self, program), os.WriteFile(p.file("plan.json"), content, 0o644)); err != nil {
		return err
	}
	guard, err := proc.Start(proc.Spec{Name: "cluster", Command: []string{program, "guard"}, Log: p.file("cluster.log"), Marker: p.state})
	if err != nil {
		return err
	}
	content, err = json.Marshal(guard)
	if err := errors.Join(err, os.WriteFile(p.file("guard.json"), content, 0o644)); err != nil {
		return err
	}
	return follow(ctx, log, p, guard)
}

// follow prints what the cluster says until it is ready or has ended.
func follow(ctx context.Context, log *progress.Log, p paths, guard proc.Process) error {
	for said := 0; ; {
		_, err := os.Stat(p.file("ready"))
		content, _ := os.ReadFile(p.file("cluster.log"))
		lines := strings.SplitAfter(string(content), "\n")
		for ; said < len(lines)-1; said++ {
			log.Printf("%s", strings.TrimSpace(lines[said]))
		}
		switch {
		case err == nil:
			return nil
		case !guard.Alive():
			return errors.New("the node has ended; see above")
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func load(p paths) (proc.Process, error) {
	var guard proc.Process
	content, err := os.ReadFile(p.file("guard.json"))
	if err != nil {
		return guard, err
	}
	return guard, json.Unmarshal(content, &guard)
}

// runs reports whether a cluster runs from this checkout.
func runs(p paths) bool {
	guard, err := load(p)
	return err == nil && guard.Alive()
}

// down ends the cluster, also what is left of one that was killed, and the Karmada that e2e puts beside it.
func down(ctx context.Context, p paths) error {
	ctx = context.WithoutCancel(ctx)
	return errors.Join(karmada(ctx, p, "down"), end(ctx, p), os.RemoveAll(p.state))
}

// end ends the guard, which takes everything else along, and leaves the files.
func end(ctx context.Context, p paths) error {
	processes, err := proc.Marked(p.state)
	if err != nil {
		return err
	}
	return errors.Join(proc.Stop(ctx, 10*time.Second, processes...), node.Sweep())
}
