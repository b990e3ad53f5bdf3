// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/knative/internal/ingress"
	"workload.example.io/interpreter/test/knative/internal/node"
	"workload.example.io/interpreter/test/knative/internal/serving"
)

// guard waits outside for the end of the process inside and removes what that leaves.
func guard(ctx context.Context, p paths) error {
	return node.Guard(ctx, []string{p.file("cluster-program"), "inside"})
}

// say writes a line that up prints.
func say(line string) { fmt.Println(line) }

// inside is process 1 of the namespaces.
func inside(ctx context.Context, p paths) error {
	var prepared plan
	content, err := os.ReadFile(p.file("plan.json"))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, &prepared); err != nil {
		return err
	}
	if err := node.Enter(ctx); err != nil {
		return err
	}
	cluster, err := node.Start(ctx, say, node.Dirs{Etcd: prepared.Dirs["etcd"], Kubernetes: prepared.Dirs["kubernetes"],
		Node: prepared.Dirs["node"], CoreDNS: prepared.Dirs["coredns"]}, p.state, prepared.Archives)
	if err != nil {
		return err
	}
	say("the node is ready")
	client, err := apply.New(cluster.REST())
	if err != nil {
		return err
	}
	if err := serving.Install(ctx, client, prepared.Dirs["serving"], node.IP); err != nil {
		return err
	}
	say("Knative Serving is ready")
	if err := cluster.Authority.Server("ingress", node.IP); err != nil {
		return err
	}
	certificate, err := tls.LoadX509KeyPair(cluster.File("ingress.crt"), cluster.File("ingress.key"))
	if err != nil {
		return err
	}
	proxy := &ingress.Ingress{Client: client.Interface, Resolver: node.Resolver}
	if err := errors.Join(proxy.Listen(node.IP, certificate), os.WriteFile(p.file("ready"), nil, 0o644)); err != nil {
		return err
	}
	return proxy.Run(ctx)
}
