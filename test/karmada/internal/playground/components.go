// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"fmt"
	"path/filepath"
	"slices"
)

// component is one process of the playground.
type component struct {
	name    string
	port    string // name of the port that it listens on
	probe   string // path that answers 200 when it is ready; empty: being alive has to do
	command []string
	env     []string
}

const loopback = "127.0.0.1"

// Members in the order in which they are listed everywhere.
var (
	PushMembers = []string{"member1", "member2"}
	PullMembers = []string{"member3"}
	Members     = slices.Concat(PushMembers, PullMembers)
)

// ports are the names of all ports that a playground needs.
func ports() []string {
	names := []string{"etcd", "etcd-peer", "karmada-apiserver", "karmada-aggregated-apiserver", "karmada-webhook",
		"karmada-webhook-health", "karmada-controller-manager", "karmada-scheduler", "interpreter"}
	for _, member := range Members {
		names = append(names, member+"-apiserver")
	}
	for _, member := range PullMembers {
		names = append(names, "karmada-agent-"+member)
	}
	return names
}

func (p *Playground) address(port string) string {
	return fmt.Sprintf("%s:%d", loopback, p.state.Ports[port])
}

func (p *Playground) url(port string) string { return "https://" + p.address(port) }

func (p *Playground) binary(set, name string) string { return filepath.Join(p.dirs[set], name) }

func (p *Playground) etcd() component {
	peer := "http://" + p.address("etcd-peer")
	return component{name: "etcd", port: "etcd", probe: "/readyz", command: []string{
		p.binary("etcd", "etcd"),
		"--data-dir=" + p.folder.path("etcd"),
		"--listen-client-urls=" + p.url("etcd"), "--advertise-client-urls=" + p.url("etcd"),
		"--listen-peer-urls=" + peer, "--initial-advertise-peer-urls=" + peer, "--initial-cluster=default=" + peer,
		"--client-cert-auth", "--trusted-ca-file=" + p.folder.pki("ca.crt"),
		"--cert-file=" + p.folder.pki("etcd.crt"), "--key-file=" + p.folder.pki("etcd.key"),
		"--unsafe-no-fsync", "--log-level=warn",
	}}
}

func (p *Playground) etcdFlags(prefix string) []string {
	return []string{
		"--etcd-servers=" + p.url("etcd"), "--etcd-prefix=/" + prefix, "--etcd-cafile=" + p.folder.pki("ca.crt"),
		"--etcd-certfile=" + p.folder.pki("admin.crt"), "--etcd-keyfile=" + p.folder.pki("admin.key"),
	}
}

// apiServer is the API server of Karmada or of a member; cluster is "karmada" or the member's name.
func (p *Playground) apiServer(cluster string) component {
	name := cluster + "-apiserver"
	return component{name: name, port: name, probe: "/readyz", command: slices.Concat([]string{
		p.binary("kubernetes", "kube-apiserver"),
		"--bind-address=" + loopback, fmt.Sprintf("--secure-port=%d", p.state.Ports[name]),
		// Endpoints may not hold a loopback address, so nobody is to write one for this server.
		"--advertise-address=" + loopback, "--endpoint-reconciler-type=none",
		"--service-cluster-ip-range=10.96.0.0/16",
		"--authorization-mode=RBAC", "--anonymous-auth=false", "--profiling=false",
		"--disable-admission-plugins=ServiceAccount,StorageObjectInUseProtection",
		"--client-ca-file=" + p.folder.pki("ca.crt"),
		"--tls-cert-file=" + p.folder.pki("apiserver.crt"), "--tls-private-key-file=" + p.folder.pki("apiserver.key"),
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + p.folder.pki("sa.pub"), "--service-account-signing-key-file=" + p.folder.pki("sa.key"),
		"--requestheader-client-ca-file=" + p.folder.pki("ca.crt"), "--requestheader-allowed-names=front-proxy-client",
		"--requestheader-username-headers=X-Remote-User", "--requestheader-group-headers=X-Remote-Group",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--proxy-client-cert-file=" + p.folder.pki("front-proxy-client.crt"),
		"--proxy-client-key-file=" + p.folder.pki("front-proxy-client.key"),
	}, p.etcdFlags(cluster))}
}

// controllers runs those of Kubernetes' controllers that an API server without nodes needs: namespaces end, tokens of
// service accounts are made (joining reads one), owned objects are collected.
func (p *Playground) controllers(cluster, kubeconfig string) component {
	return component{name: cluster + "-kube-controller-manager", command: []string{
		p.binary("kubernetes", "kube-controller-manager"),
		"--kubeconfig=" + kubeconfig, "--secure-port=0", "--leader-elect=false", "--profiling=false",
		"--controllers=namespace-controller,serviceaccount-token-controller,garbage-collector-controller",
		"--root-ca-file=" + p.folder.pki("ca.crt"), "--service-account-private-key-file=" + p.folder.pki("sa.key"),
		"--use-service-account-credentials=false",
	}}
}

func (p *Playground) aggregatedAPIServer() component {
	const name = "karmada-aggregated-apiserver"
	config := p.folder.KarmadaConfig()
	return component{name: name, port: name, probe: "/readyz", command: slices.Concat([]string{
		p.binary("karmada", name),
		"--kubeconfig=" + config, "--authentication-kubeconfig=" + config, "--authorization-kubeconfig=" + config,
		"--bind-address=" + loopback, fmt.Sprintf("--secure-port=%d", p.state.Ports[name]),
		"--tls-cert-file=" + p.folder.pki(name+".crt"), "--tls-private-key-file=" + p.folder.pki(name+".key"),
	}, p.etcdFlags("karmada"))}
}

func (p *Playground) webhook() component {
	const name = "karmada-webhook"
	return component{name: name, port: name, probe: "/readyz/", command: []string{
		p.binary("karmada", name),
		"--kubeconfig=" + p.folder.KarmadaConfig(), "--metrics-bind-address=0",
		"--bind-address=" + loopback, fmt.Sprintf("--secure-port=%d", p.state.Ports[name]),
		"--health-probe-bind-address=" + p.address("karmada-webhook-health"),
		"--cert-dir=" + p.folder.path("pki"), "--tls-cert-file-name=karmada-webhook.crt",
		"--tls-private-key-file-name=karmada-webhook.key",
	}}
}

// controllerManager and scheduler answer on their health port in plain HTTP, so they are not probed by URL.
func (p *Playground) controllerManager() component {
	const name = "karmada-controller-manager"
	return component{name: name, port: name, command: slices.Concat([]string{
		p.binary("karmada", name),
		"--kubeconfig=" + p.folder.KarmadaConfig(), "--metrics-bind-address=0", "--leader-elect=false",
		"--health-probe-bind-address=" + p.address(name),
	}, swift)}
}

func (p *Playground) scheduler() component {
	const name = "karmada-scheduler"
	return component{name: name, port: name, command: []string{
		p.binary("karmada", name),
		"--kubeconfig=" + p.folder.KarmadaConfig(), "--metrics-bind-address=0", "--leader-elect=false",
		"--health-probe-bind-address=" + p.address(name),
	}}
}

// swift makes the controllers of Karmada notice new APIs of a member, such as our CRD, within seconds, lets them talk to
// API servers on the same machine as fast as they can, and try again as often: by default all objects of a controller
// together have ten new tries a second.
var swift = []string{"--cluster-status-update-frequency=2s", "--kube-api-qps=400", "--kube-api-burst=400",
	"--cluster-api-qps=400", "--cluster-api-burst=400", "--rate-limiter-qps=400", "--rate-limiter-bucket-size=400"}

func (p *Playground) agent(member string) component {
	name := "karmada-agent-" + member
	return component{name: name, port: name, command: slices.Concat([]string{
		p.binary("karmada", "karmada-agent"),
		"--karmada-kubeconfig=" + p.folder.KarmadaConfig(), "--cluster-name=" + member,
		"--kubeconfig=" + p.memberConfig(member), "--cluster-api-endpoint=" + p.url(member+"-apiserver"),
		"--metrics-bind-address=0", "--health-probe-bind-address=" + p.address(name), "--leader-elect=false",
	}, swift)}
}
