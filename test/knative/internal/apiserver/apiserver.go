// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package apiserver runs etcd and kube-apiserver as children of this process, which end with it, even when it is killed.
package apiserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"k8s.io/client-go/rest"

	"workload.example.io/interpreter/test/karmada/pki"
)

// patience only ends waits that would never end.
const patience = 2 * time.Minute

// ServiceNetwork is where ClusterIP addresses come from.
const ServiceNetwork = "10.96.0.0/16"

// Config says where and how to run.
type Config struct {
	Etcd, Kubernetes string   // folders of the binaries
	Dir              string   // takes certificates, data and logs
	Address          string   // the IP address to serve on
	Hosts            []string // further names and addresses in the certificate
	Flags            []string // further flags of kube-apiserver
}

// Server is a running API server.
type Server struct {
	Authority *pki.Authority
	Dir, PKI  string
	URL       string
	config    Config
	client    *http.Client
}

// Start runs both and returns when the API server is ready. They end with ctx.
func Start(ctx context.Context, config Config) (*Server, error) {
	s := &Server{Dir: config.Dir, PKI: filepath.Join(config.Dir, "pki"), config: config}
	if err := s.certify(); err != nil {
		return nil, fmt.Errorf("cannot make certificates: %w", err)
	}
	ports, err := freePorts(config.Address, 3)
	if err != nil {
		return nil, err
	}
	address := func(port int) string { return net.JoinHostPort(config.Address, fmt.Sprint(port)) }
	client, peer := "https://"+address(ports[0]), "http://"+address(ports[1])
	s.URL = "https://" + address(ports[2])
	if err := s.Run(ctx, "etcd", nil, slices.Concat([]string{filepath.Join(config.Etcd, "etcd")}, s.etcdFlags(client, peer))...); err != nil {
		return nil, err
	}
	if err := s.await(ctx, "etcd", client+"/readyz"); err != nil {
		return nil, err
	}
	server := slices.Concat([]string{filepath.Join(config.Kubernetes, "kube-apiserver")}, s.serverFlags(client, ports[2]), config.Flags)
	if err := s.Run(ctx, "kube-apiserver", nil, server...); err != nil {
		return nil, err
	}
	return s, s.await(ctx, "kube-apiserver", s.URL+"/readyz")
}

// REST is the configuration of a client with all rights.
func (s *Server) REST() *rest.Config {
	return &rest.Config{Host: s.URL, QPS: -1, TLSClientConfig: rest.TLSClientConfig{
		CAFile: s.File("ca.crt"), CertFile: s.File("admin.crt"), KeyFile: s.File("admin.key"),
	}}
}

// File is the path of a file of the authority.
func (s *Server) File(name string) string { return filepath.Join(s.PKI, name) }

// Log is the path of a component's log.
func (s *Server) Log(name string) string { return filepath.Join(s.Dir, "logs", name+".log") }

func (s *Server) certify() (err error) {
	if err := os.MkdirAll(filepath.Join(s.Dir, "logs"), 0o755); err != nil {
		return err
	}
	if s.Authority, err = pki.New(s.PKI); err != nil {
		return err
	}
	if err = s.Authority.Key("sa"); err != nil {
		return err
	}
	hosts := slices.Concat([]string{s.config.Address}, s.config.Hosts)
	for _, name := range []string{"etcd", "apiserver"} {
		if err = s.Authority.Server(name, hosts...); err != nil {
			return err
		}
	}
	return errors.Join(s.Authority.Client("front-proxy-client", "front-proxy-client"),
		s.Authority.Client("admin", "admin", "system:masters"))
}

func (s *Server) etcdFlags(client, peer string) []string {
	return []string{
		"--data-dir=" + filepath.Join(s.Dir, "etcd"), "--unsafe-no-fsync", "--log-level=warn",
		"--listen-client-urls=" + client, "--advertise-client-urls=" + client,
		"--listen-peer-urls=" + peer, "--initial-advertise-peer-urls=" + peer, "--initial-cluster=default=" + peer,
		"--client-cert-auth", "--trusted-ca-file=" + s.File("ca.crt"),
		"--cert-file=" + s.File("etcd.crt"), "--key-file=" + s.File("etcd.key"),
	}
}

func (s *Server) serverFlags(etcd string, port int) []string {
	return []string{
		"--bind-address=" + s.config.Address, fmt.Sprintf("--secure-port=%d", port), "--profiling=false",
		"--etcd-servers=" + etcd, "--etcd-cafile=" + s.File("ca.crt"),
		"--etcd-certfile=" + s.File("admin.crt"), "--etcd-keyfile=" + s.File("admin.key"),
		"--authorization-mode=RBAC", "--anonymous-auth=false", "--client-ca-file=" + s.File("ca.crt"),
		"--tls-cert-file=" + s.File("apiserver.crt"), "--tls-private-key-file=" + s.File("apiserver.key"),
		"--service-cluster-ip-range=" + ServiceNetwork, "--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + s.File("sa.pub"), "--service-account-signing-key-file=" + s.File("sa.key"),
		"--requestheader-client-ca-file=" + s.File("ca.crt"), "--requestheader-allowed-names=front-proxy-client",
		"--requestheader-username-headers=X-Remote-User", "--requestheader-group-headers=X-Remote-Group",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--proxy-client-cert-file=" + s.File("front-proxy-client.crt"), "--proxy-client-key-file=" + s.File("front-proxy-client.key"),
	}
}
