// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"workload.example.io/interpreter/internal/cli/selfsigned"
	interpreters "workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
	"workload.example.io/interpreter/internal/serve/admission"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/server"
	"workload.example.io/interpreter/internal/webhook"
)

// question is a small call that is answered with a patch.
const question = `{"request":{"uid":"u1","kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},` +
	`"operation":"ReviseReplica","object":{"spec":{"replicas":3}},"replicas":2}}`

// running is a server on a free loopback port.
type running struct {
	server  *server.Server
	address string
	stop    context.CancelFunc // as SIGTERM does
	done    chan error
}

// config returns the default settings as the tests want them: quick to drain.
func config() server.Config {
	c := server.FromSettings(env.New(func(string) string { return "" }))
	c.DrainQuiet, c.DrainTimeout = 20*time.Millisecond, 5*time.Second
	return c
}

func start(t *testing.T, c server.Config, handler http.Handler) *running {
	t.Helper()
	s, err := server.New(c, handler, slog.New(slog.DiscardHandler), nil, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, s)
}

func serve(t *testing.T, s *server.Server) *running {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &running{server: s, address: listener.Addr().String(), stop: stop, done: make(chan error, 1)}
	go func() { r.done <- s.Serve(ctx, listener, nil) }()
	t.Cleanup(stop)
	return r
}

// ended waits for the end of the server.
func (r *running) ended(t *testing.T) error {
	t.Helper()
	r.stop()
	select {
	case err := <-r.done:
		return err
	case <-time.After(10 * time.Second):
		t.Fatal("the server did not end")
		return nil
	}
}

// interpreter is the function's own handler.
func interpreter() http.Handler { return limited(workload.Kind()) }

// limited is the handler of a kind with the limits that it has everywhere.
func limited(kind interpreters.Kind) http.Handler {
	limits := admission.FromSettings(env.New(func(string) string { return "" }))
	return admission.New(limits, webhook.New(interpreters.MustRegistry(kind), nil), nil)
}

// client returns a client with connections of its own.
func client(t *testing.T, config *tls.Config, http2 bool) *http.Client {
	t.Helper()
	transport := &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: http2, MaxIdleConnsPerHost: 100}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}
}

// call sends one call and returns its status, header and body.
func call(c *http.Client, url string, body io.Reader) (int, http.Header, string, error) {
	response, err := c.Post(url, "application/json", body)
	if err != nil {
		return 0, nil, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, response.Header, string(text), err
}

// post is a call as it goes over a connection.
func post(body string) string {
	return fmt.Sprintf("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

// answered fails unless a call is answered well.
func answered(t *testing.T, c *http.Client, url string) {
	t.Helper()
	status, _, body, err := call(c, url, strings.NewReader(question))
	if err != nil || status != http.StatusOK || !strings.Contains(body, `"uid":"u1","successful":true,"patch":`) {
		t.Errorf("want an answer, got %d %s %v", status, body, err)
	}
}

func until(t *testing.T, what string, met func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !met(); <-time.After(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// writePair writes a new self-signed certificate for 127.0.0.1 to the files and returns it.
func writePair(t testing.TB, certFile, keyFile string) []byte {
	t.Helper()
	return writePairFor(t, certFile, keyFile, time.Hour, time.Hour)
}

// writePairFor writes one whose life has lasted for some time and has some left.
func writePairFor(t testing.TB, certFile, keyFile string, lived, left time.Duration) []byte {
	t.Helper()
	now := time.Now()
	certificate, chain, err := selfsigned.New([]string{"127.0.0.1"}, now.Add(-lived), now.Add(left))
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(os.WriteFile(certFile, chain, 0o600),
		os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	return chain
}

// withTLS gives the configuration a certificate and returns what trusts it.
func withTLS(t *testing.T, c *server.Config) *tls.Config {
	t.Helper()
	dir := t.TempDir()
	c.CertFile, c.KeyFile = filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	return trust(writePair(t, c.CertFile, c.KeyFile))
}

func trust(chains ...[]byte) *tls.Config {
	pool := x509.NewCertPool()
	for _, chain := range chains {
		pool.AppendCertsFromPEM(chain)
	}
	return &tls.Config{RootCAs: pool, ClientSessionCache: tls.NewLRUClientSessionCache(8)}
}

// TestProtocols checks that HTTP/2 is not spoken, even to clients that offer it, and that sessions are resumed.
func TestProtocols(t *testing.T) {
	c := config()
	roots := withTLS(t, &c)
	r := start(t, c, interpreter())
	for _, http2 := range []bool{false, true} {
		web := client(t, roots.Clone(), http2)
		answered(t, web, "https://"+r.address+"/")
		response, err := web.Get("https://" + r.address + server.ReadyPath)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.Proto != "HTTP/1.1" || response.StatusCode != http.StatusOK {
			t.Errorf("got %s %s, want HTTP/1.1 and 200", response.Proto, response.Status)
		}
		web.CloseIdleConnections()
		response, err = web.Get("https://" + r.address + server.HealthPath)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if !response.TLS.DidResume {
			t.Error("a client that came back did not resume its TLS session")
		}
	}
	if err := r.ended(t); err != nil {
		t.Error(err)
	}
}

func TestProbes(t *testing.T) {
	r := start(t, config(), http.NotFoundHandler())
	web := client(t, nil, false)
	tests := map[string]struct {
		reason, path string
		header       map[string]string
		want         int
	}{
		"health":  {reason: "the process lives", path: server.HealthPath, want: http.StatusOK},
		"ready":   {reason: "calls are welcome", path: server.ReadyPath, want: http.StatusOK},
		"kubelet": {reason: "anybody can call himself so", path: "/", header: map[string]string{"User-Agent": "kube-probe/1.35"}, want: http.StatusNotFound},
		"knative": {reason: "Knative's ingress and queue-proxy answer it", path: "/", header: map[string]string{"K-Network-Probe": "probe", "K-Network-Hash": "x"}, want: http.StatusNotFound},
		"other":   {reason: "not the server's own", path: "/metrics", want: http.StatusNotFound},
	}
	for name, test := range tests {
		request, err := http.NewRequest(http.MethodGet, "http://"+r.address+test.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range test.header {
			request.Header.Set(key, value)
		}
		response, err := web.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != test.want {
			t.Errorf("%s: %s: got %d, want %d", name, test.reason, response.StatusCode, test.want)
		}
	}
}

// TestHeaderTooLarge checks that a header cannot fill the memory.
func TestHeaderTooLarge(t *testing.T) {
	r := start(t, config(), interpreter())
	request, err := http.NewRequest(http.MethodPost, "http://"+r.address, strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Large", strings.Repeat("x", 32<<10))
	response, err := client(t, nil, false).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("got %s, want 431", response.Status)
	}
}

func TestCertificateRotation(t *testing.T) {
	c := config()
	dir := t.TempDir()
	c.CertFile, c.KeyFile = filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	first := writePair(t, c.CertFile, c.KeyFile)
	r := start(t, c, interpreter())
	answered(t, client(t, trust(first), true), "https://"+r.address)
	old, err := os.ReadFile(c.KeyFile)
	if err != nil {
		t.Fatal(err)
	}
	second := writePair(t, c.CertFile, c.KeyFile)
	newKey, err := os.ReadFile(c.KeyFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.KeyFile, old, 0o600); err != nil { // half way: new certificate, old key
		t.Fatal(err)
	}
	answered(t, client(t, trust(first, second), true), "https://"+r.address)
	if err := os.WriteFile(c.KeyFile, newKey, 0o600); err != nil {
		t.Fatal(err)
	}
	until(t, "the new certificate is served", func() bool {
		web := client(t, trust(second), false)
		_, _, _, err := call(web, "https://"+r.address, bytes.NewReader([]byte(question)))
		return err == nil
	})
	if _, err := server.New(server.Config{CertFile: c.CertFile, KeyFile: c.CertFile}, nil, slog.Default(), nil, nil); err == nil {
		t.Error("want an error for a file without a key")
	}
}

// TestCertificateExpires checks that a certificate whose life nears its end is warned of, once, and shown.
func TestCertificateExpires(t *testing.T) {
	c := config()
	dir := t.TempDir()
	c.CertFile, c.KeyFile = filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	for reason, test := range map[string]struct {
		left  time.Duration
		warns int
	}{"just made": {90 * 24 * time.Hour, 0}, "soon": {time.Hour, 1}, "expired": {-time.Minute, 1}} {
		writePairFor(t, c.CertFile, c.KeyFile, 90*24*time.Hour-test.left, test.left)
		var log bytes.Buffer
		s, err := server.New(c, interpreter(), slog.New(slog.NewTextHandler(&log, nil)), nil, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if left := time.Until(s.CertificateExpiry()); left > test.left || left < test.left-time.Minute {
				t.Errorf("%s: got %s left, want %s", reason, left, test.left)
			}
		}
		if got := strings.Count(log.String(), "the certificate expires soon, or has expired"); got != test.warns {
			t.Errorf("%s: got %d warnings, want %d", reason, got, test.warns)
		}
	}
}
