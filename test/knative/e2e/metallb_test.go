// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/knative/internal/node"
	"workload.example.io/interpreter/test/knative/internal/partners"
)

// pool are the addresses that MetalLB may give here. They lie on the link between the machine and the node.
const pool = "10.213.97.240/28"

// front is the ingress as a LoadBalancer: a Service in a namespace of the overlay's, in front of the test's ingress.
const front = `{apiVersion: v1, kind: Namespace, metadata: {name: kourier-system}}
---
{apiVersion: v1, kind: Service, metadata: {name: ingress, namespace: kourier-system},
 spec: {type: LoadBalancer, ports: [{name: https, port: 443}]}}
---
{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, addressType: IPv4, ports: [{name: https, port: 443}],
 metadata: {name: ingress, namespace: kourier-system, labels: {kubernetes.io/service-name: ingress}},
 endpoints: [{addresses: [%s], conditions: {ready: true}}]}
`

// testMetalLB needs the overlay domain: Karmada's processes and the node are in different network namespaces, and only the
// address that the name leads to changes.
func (s *suite) testMetalLB(t *testing.T) string {
	s.bringPartner(t, partners.MetalLB, "")
	s.edit(t, "knative/overlays/metallb/address-pool.yaml", "192.0.2.240-192.0.2.250", pool)
	s.with(t, "domain metallb path-secret")
	ingress, err := apply.Decode(fmt.Appendf(nil, front, node.IP))
	s.bring(t, ingress, err)
	var address string
	start := time.Now()
	eventually(t, "the ingress to get an address", func(ctx context.Context) error {
		service, err := s.host.CoreV1().Services("kourier-system").Get(ctx, "ingress", metav1.GetOptions{})
		if err != nil || len(service.Status.LoadBalancer.Ingress) == 0 {
			return errors.Join(errors.New("it has none"), err)
		}
		address = service.Status.LoadBalancer.Ingress[0].IP
		return nil
	})
	took := time.Since(start)
	if out, err := exec.Command("ip", "route", "replace", pool, "dev", "knative-test").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s.leadTo(t, address)
	// Karmada keeps its connections to the former address; other roots to trust are other connections.
	s.connected(t, "CA_FILE="+filepath.Join(s.state, "public", "ca.crt"))
	defer func() {
		s.leadTo(t, node.IP)
		s.connected(t, "CA_FILE=")
	}()
	l := s.begin(t)
	eventually(t, "the agent of the pull-mode member to call "+address, func(context.Context) error {
		return s.agentCalls(address)
	})
	return fmt.Sprintf("%s after %.1f s; karmada-agent of member3 has a connection to it; %s", address, took.Seconds(), s.end(t, l, false))
}

// leadTo changes the file of hosts that Karmada and this test see, in place, because it is bound over /etc/hosts.
func (s *suite) leadTo(t *testing.T, address string) {
	t.Helper()
	path := filepath.Join(s.state, "hosts")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for line := range strings.Lines(string(content)) {
		if !strings.HasSuffix(strings.TrimSpace(line), " "+domain) {
			kept = append(kept, line)
		}
	}
	text := strings.Join(kept, "") + address + " " + domain + "\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	eventually(t, domain+" to lead to "+address, func(ctx context.Context) error {
		found, err := net.DefaultResolver.LookupHost(ctx, domain)
		if err == nil && (len(found) != 1 || found[0] != address) {
			err = fmt.Errorf("it leads to %v", found)
		}
		return err
	})
}

// agentCalls reports whether a process named karmada-agent has a connection to the address.
func (s *suite) agentCalls(address string) error {
	out, err := exec.Command("ss", "--tcp", "--numeric", "--processes", "--no-header", "dst", address).CombinedOutput()
	if err != nil || !strings.Contains(string(out), `"karmada-agent"`) {
		return fmt.Errorf("no connection of karmada-agent: %w\n%s", err, out)
	}
	return nil
}
