// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"workload.example.io/interpreter/test/knative/internal/apiserver"
)

// Name is the name of the node.
const Name = "node1"

// Context is the name of the kubectl context: for Karmada this is the host cluster.
const Context = "host"

const (
	socket     = "/run/containerd/containerd.sock"
	podNetwork = "10.244.0.0/24"
)

// Resolver asks the cluster's DNS.
var Resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
	return (&net.Dialer{}).DialContext(ctx, network, net.JoinHostPort(IP, "53"))
}}

// Dirs are the folders of the binaries.
type Dirs struct {
	Etcd, Kubernetes, Node, CoreDNS string
}

// Node is the running cluster.
type Node struct {
	*apiserver.Server
	Kubeconfig string
	dir        string
}

// Start runs the whole cluster and returns when the node is ready and the images in archives are in. It must be called
// behind Enter. Everything ends with ctx.
func Start(ctx context.Context, say func(string), dirs Dirs, dir string, archives []string) (*Node, error) {
	n := &Node{dir: dir, Kubeconfig: filepath.Join(dir, "kubeconfig")}
	if err := n.containers(ctx, archives); err != nil {
		return nil, err
	}
	say("containerd has the images")
	var err error
	n.Server, err = apiserver.Start(ctx, apiserver.Config{
		Etcd: dirs.Etcd, Kubernetes: dirs.Kubernetes, Dir: dir, Address: IP,
		Hosts: []string{"10.96.0.1", "kubernetes", "kubernetes.default", "kubernetes.default.svc"},
		Flags: []string{"--kubelet-preferred-address-types=InternalIP", "--allow-privileged",
			"--kubelet-client-certificate=" + filepath.Join(dir, "pki", "admin.crt"),
			"--kubelet-client-key=" + filepath.Join(dir, "pki", "admin.key")},
	})
	if err != nil {
		return nil, err
	}
	if err := n.writeKubeconfig(); err != nil {
		return nil, err
	}
	say("the API server answers")
	if err := n.components(ctx, dirs); err != nil {
		return nil, err
	}
	return n, n.awaitNode(ctx)
}

// containers starts containerd and imports the images.
func (n *Node) containers(ctx context.Context, archives []string) error {
	for path, content := range map[string]string{"containerd.toml": containerdConfig(n.dir), "cni/10-pods.conflist": cniConfig} {
		if err := n.write(path, content); err != nil {
			return err
		}
	}
	// The API server is not there yet, but its log folder and its way to start children are what containerd needs too.
	early := &apiserver.Server{Dir: n.dir}
	if err := os.MkdirAll(filepath.Dir(early.Log("containerd")), 0o755); err != nil {
		return err
	}
	if err := early.Run(ctx, "containerd", nil, "containerd", "--config", filepath.Join(n.dir, "containerd.toml")); err != nil {
		return err
	}
	if err := await(ctx, "containerd", func() error {
		connection, err := net.Dial("unix", socket)
		if err == nil {
			connection.Close()
		}
		return err
	}); err != nil {
		return err
	}
	for _, archive := range archives {
		if err := run("ctr --address " + socket + " --namespace k8s.io images import --snapshotter " + snapshotter(n.dir) + " " + archive); err != nil {
			return err
		}
	}
	return nil
}

func (n *Node) components(ctx context.Context, dirs Dirs) error {
	for path, content := range map[string]string{
		"kubelet.yaml": kubeletConfig(n.dir, n.File("")), "Corefile": corefile(n.Kubeconfig), "resolv.conf": "",
	} {
		if err := n.write(path, content); err != nil {
			return err
		}
	}
	kubeconfig := "--kubeconfig=" + n.Kubeconfig
	for _, command := range [][]string{
		{filepath.Join(dirs.Kubernetes, "kube-controller-manager"), kubeconfig, "--leader-elect=false",
			"--root-ca-file=" + n.File("ca.crt"), "--service-account-private-key-file=" + n.File("sa.key"),
			"--use-service-account-credentials"},
		{filepath.Join(dirs.Node, "kube-scheduler"), kubeconfig, "--leader-elect=false"},
		{filepath.Join(dirs.Node, "kube-proxy"), kubeconfig, "--proxy-mode=iptables", "--hostname-override=" + Name,
			"--cluster-cidr=" + podNetwork, "--conntrack-max-per-core=0", "--iptables-min-sync-period=200ms"},
		{filepath.Join(dirs.Node, "kubelet"), kubeconfig, "--config=" + filepath.Join(n.dir, "kubelet.yaml"),
			"--root-dir=" + filepath.Join(n.dir, "kubelet"), "--hostname-override=" + Name, "--node-ip=" + IP,
			"--node-labels=kubernetes.io/os=linux"},
		{filepath.Join(dirs.CoreDNS, "coredns"), "-conf", filepath.Join(n.dir, "Corefile")},
	} {
		if err := n.Run(ctx, filepath.Base(command[0]), nil, command...); err != nil {
			return err
		}
	}
	return nil
}

func (n *Node) awaitNode(ctx context.Context) error {
	client, err := kubernetes.NewForConfig(n.REST())
	if err != nil {
		return err
	}
	return await(ctx, "the node", func() error {
		node, err := client.CoreV1().Nodes().Get(ctx, Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		for _, condition := range node.Status.Conditions {
			if condition.Type == "Ready" && condition.Status == "True" {
				return nil
			}
		}
		return fmt.Errorf("the node is not ready; see %s", n.Log("kubelet"))
	})
}

// writeKubeconfig writes one that works inside and, through the link, on the machine.
func (n *Node) writeKubeconfig() error {
	config := clientcmdapi.NewConfig()
	rest := n.REST()
	config.Clusters[Context] = &clientcmdapi.Cluster{Server: n.URL, CertificateAuthority: rest.CAFile}
	config.AuthInfos[Context] = &clientcmdapi.AuthInfo{ClientCertificate: rest.CertFile, ClientKey: rest.KeyFile}
	config.Contexts[Context] = &clientcmdapi.Context{Cluster: Context, AuthInfo: Context}
	config.CurrentContext = Context
	return clientcmd.WriteToFile(*config, n.Kubeconfig)
}

func (n *Node) write(name, content string) error {
	path := filepath.Join(n.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(content), 0o644)
}

// await polls until probe has no error.
func await(ctx context.Context, what string, probe func() error) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for {
		err := probe()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w", what, err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
