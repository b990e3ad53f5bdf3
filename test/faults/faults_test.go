// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"workload.example.io/interpreter/test/contract"
)

// binary is the server as the image holds it.
var binary string

// tunnel leads to RemoteHost.
var tunnel *Balancer

// table collects a row for each fault and is printed at the end.
var table []string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "faults")
		if err == nil {
			defer func() { _ = os.RemoveAll(dir) }()
			binary, err = Build("../..", "./knative", dir)
		}
		if err == nil {
			tunnel, err = NewBalancer(prober(), true)
		}
		if err == nil {
			err = os.Setenv("HTTPS_PROXY", "http://"+tunnel.Address()) // not for loopback, see net/http.ProxyFromEnvironment
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		code := m.Run()
		fmt.Printf("%-56s %8s %8s %8s\n%s", "fault, calls by Karmada's client over TLS", "sent", "answered", "lost", strings.Join(table, ""))
		fmt.Printf("\n| row | attack | resident | charged | calls beside it | lost | slowest | |\n|---|---|---|---|---|---|---|---|\n%s", strings.Join(attacked, ""))
		return code
	}())
}

// count writes the row of a fault. No call may be lost.
func count(t *testing.T, fault string, l *Load) {
	t.Helper()
	table = append(table, fmt.Sprintf("%-56s %8d %8d %8d\n", fault, l.Sent.Load(), l.Answered.Load(), l.Lost()))
	if l.Lost() > 0 || l.Sent.Load() == 0 {
		t.Errorf("%s: %d of %d calls were lost, the first with: %v", fault, l.Lost(), l.Sent.Load(), l.Err())
	}
}

// prober returns a client that trusts whatever certificate a server has and opens a connection for each probe.
func prober() *http.Client {
	return &http.Client{Timeout: time.Second, Transport: &http.Transport{
		DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// serve starts a server and waits until it is ready.
func serve(t *testing.T, pair Pair, environment ...string) *Process {
	t.Helper()
	p, err := Start(binary, append(environment, "TLS_CERT_FILE="+pair.Cert, "TLS_KEY_FILE="+pair.Key)...)
	must(t, err)
	t.Cleanup(func() { _ = p.Process.Kill() })
	wait(t, "the server is ready", func() bool { return p.Ready(prober()) })
	return p
}

func wait(t *testing.T, what string, met func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := Until(ctx, met); err != nil {
		t.Fatalf("waited in vain until %s", what)
	}
}

func ask(t *testing.T, url string, roots []byte) *contract.Client {
	t.Helper()
	client, err := contract.NewClient(url, roots, 30)
	must(t, err)
	t.Cleanup(client.Close)
	return client
}

// during calls with each client, one call after the other, while the fault happens.
func during(l *Load, clients []*contract.Client, size int, fault func()) {
	over := make(chan struct{})
	var group sync.WaitGroup
	for _, client := range clients {
		group.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					l.Call(client, size)
				}
			}
		})
	}
	fault()
	close(over)
	group.Wait()
}

// TestRollout replaces two servers one after the other behind a balancer while calls arrive, over HTTP/2 and, as to every
// host but loopback, over HTTP/1.1.
func TestRollout(t *testing.T) {
	pair, roots, err := WritePair(t.TempDir())
	must(t, err)
	direct, err := NewBalancer(prober(), false)
	must(t, err)
	defer direct.Close()
	for protocol, route := range map[string]struct {
		balancer *Balancer
		url      string
	}{"HTTP/1.1": {tunnel, "https://" + RemoteHost}, "HTTP/2": {direct, "https://" + direct.Address()}} {
		t.Run(protocol, func(t *testing.T) {
			add := func() *Process {
				p := serve(t, pair, "DRAIN_QUIET=500ms")
				route.balancer.Add(p)
				wait(t, "the balancer leads to the server", func() bool { return route.balancer.Leads(p) })
				return p
			}
			old := []*Process{add(), add()}
			var clients []*contract.Client
			for range 8 {
				clients = append(clients, ask(t, route.url, roots))
			}
			var load Load
			during(&load, clients, 100, func() {
				for _, p := range old {
					add()
					if err := p.Stop(); err != nil {
						t.Errorf("want exit code 0 after SIGTERM, got %v", err)
					}
				}
			})
			count(t, "SIGTERM to both servers of a rollout, "+protocol, &load)
		})
	}
}

// TestOverload sends many large calls at once, of which few can wait: none is lost.
func TestOverload(t *testing.T) {
	pair, roots, err := WritePair(t.TempDir())
	must(t, err)
	metrics, err := FreePort()
	must(t, err)
	p := serve(t, pair, "MAX_CALLS=1", "METRICS_PORT="+metrics, "LOG_LEVEL=error")
	clients := make([]*contract.Client, 16)
	for i := range clients {
		clients[i] = ask(t, "https://"+p.Address(), roots)
	}
	var load Load
	busy := regexp.MustCompile(`outcome="busy"} ([1-9][0-9]*)`)
	var refused []string
	during(&load, clients, 4<<20, func() {
		wait(t, "a call is refused", func() bool {
			refused = busy.FindStringSubmatch(fetch(t, "http://127.0.0.1:"+metrics+"/metrics"))
			return refused != nil && load.Answered.Load() > 20
		})
	})
	most, err := p.Memory("VmHWM")
	must(t, err)
	count(t, fmt.Sprintf("more than can wait: %s refused with 503, %d MiB at most", refused[1], most>>20), &load)
	if most > 128<<20 {
		t.Errorf("the server took %d MiB", most>>20)
	}
	must(t, p.Stop())
}

func fetch(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	must(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(t, err)
	return string(text)
}

// TestRotateCertificate replaces the certificate. Callers trust both, as a caBundle does during a rotation.
func TestRotateCertificate(t *testing.T) {
	dir := t.TempDir()
	pair, first, err := WritePair(dir)
	must(t, err)
	next, second, err := WritePair(t.TempDir())
	must(t, err)
	p := serve(t, pair)
	roots := append(first, second...)
	url := "https://" + p.Address()
	clients := []*contract.Client{ask(t, url, roots), ask(t, url, roots)}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(second)
	strict := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: pool}}}
	var load Load
	during(&load, clients, 100, func() {
		for _, file := range []struct{ from, to string }{{next.Cert, pair.Cert}, {next.Key, pair.Key}} {
			content, err := os.ReadFile(file.from)
			must(t, err)
			must(t, Replace(file.to, content))
			load.Call(ask(t, url, roots), 100) // a new connection in the middle of the rotation
		}
		wait(t, "the new certificate is served", func() bool { return p.Ready(strict) })
		load.Call(ask(t, url, second), 100)
	})
	count(t, "certificate replaced", &load)
	must(t, p.Stop())
}

// TestRotateSecret replaces the path secret as settings.md says.
func TestRotateSecret(t *testing.T) {
	const old, fresh = "5f0c1d7be83a49d2a6c4f7e09b12d85e", "c0ffee7be83a49d2a6c4f7e09b12d85e"
	pair, roots, err := WritePair(t.TempDir())
	must(t, err)
	file := filepath.Join(t.TempDir(), "secrets")
	must(t, Replace(file, []byte(old)))
	p := serve(t, pair, "INTERPRETER_PATH_SECRETS_FILE="+file, "LOG_LEVEL=off")
	oldClient, newClient := ask(t, "https://"+p.Address()+"/"+old, roots), ask(t, "https://"+p.Address()+"/"+fresh, roots)
	valid := func(client *contract.Client) bool {
		var trial Load
		trial.Call(client, 100)
		return trial.Lost() == 0
	}
	var load Load
	during(&load, []*contract.Client{oldClient}, 100, func() {
		must(t, Replace(file, []byte(old+"\n"+fresh)))
		wait(t, "the new secret is valid", func() bool { return valid(newClient) })
	})
	during(&load, []*contract.Client{newClient}, 100, func() {
		must(t, Replace(file, []byte(fresh)))
		wait(t, "the old secret is no longer valid", func() bool { return !valid(oldClient) })
	})
	count(t, "path secret replaced", &load)
	must(t, p.Stop())
}
