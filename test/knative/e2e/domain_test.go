// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"workload.example.io/interpreter/test/karmada/pki"
	"workload.example.io/interpreter/test/knative/internal/partners"
)

// domain is the name in the overlay; Karmada and this test find it in a file of hosts of their own.
const domain = "interpreter.example.com"

var certificates = schema.GroupVersionResource{Group: "cert-manager.io", Version: "v1", Resource: "certificates"}

// testDomain has cert-manager prove the name to pebble by a record that it puts into a name server by a signed update, which is
// the solver of the shipped issuer.
func (s *suite) testDomain(t *testing.T) string {
	authority := s.certManager(t)
	s.edit(t, "knative/overlays/domain/cluster-issuer.yaml",
		"server: https://acme-v02.api.letsencrypt.org/directory", "server: https://pebble.cert-manager.svc.cluster.local:14000/dir\n    caBundle: "+
			base64.StdEncoding.EncodeToString(authority), "192.0.2.53:53", "10.96.0.53:53")
	start := time.Now()
	s.with(t, "domain path-secret", "TIMEOUT=240s")
	ready := time.Since(start)
	root := s.pebbleRoot(t)
	s.connected(t, "CA_FILE="+root)
	if url := s.registration(t).url; len(url) < len("https://"+domain) || url[:len("https://"+domain)] != "https://"+domain {
		t.Errorf("want Karmada to be told the domain, got another host")
	}
	served := s.serial(t)
	status, location := s.plain(t, "http://"+domain+"/anything")
	if status != http.StatusPermanentRedirect && status != http.StatusMovedPermanently {
		t.Errorf("plain HTTP: want it redirected, got %d", status)
	}
	if status, _ := s.plain(t, "http://10.213.97.2/readyz"); status != http.StatusNotFound {
		t.Errorf("the Service's own host: want it closed, got %d", status)
	}
	return fmt.Sprintf("issued and ready %.0f s after the command, serial …%s; plain HTTP leads to %s; the Service's own URL is closed",
		ready.Seconds(), served[len(served)-8:], location)
}

// certManager brings cert-manager, pebble and the name server and returns the authority of pebble's own HTTPS.
func (s *suite) certManager(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	own, err := pki.New(dir)
	if err == nil {
		err = own.Server("pebble", "pebble.cert-manager.svc.cluster.local", "pebble.cert-manager.svc")
	}
	shipped, shippedErr := partners.CertManager.Shipped(s.partners[partners.CertManager.Set.Name])
	ours, oursErr := partners.Own("cert-manager.yaml")
	chain, err1 := os.ReadFile(filepath.Join(dir, "pebble.crt"))
	key, err2 := os.ReadFile(filepath.Join(dir, "pebble.key"))
	ca, err3 := os.ReadFile(filepath.Join(dir, "ca.crt"))
	if err := errors.Join(err, shippedErr, oursErr, err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	s.bring(t, []*unstructured.Unstructured{
		{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "cert-manager"}}},
		{Object: map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "pebble", "namespace": "cert-manager"},
			"stringData": map[string]any{"tls.crt": string(chain), "tls.key": string(key)}}},
	}, nil)
	s.bring(t, append(shipped, ours...), nil)
	return ca
}

// pebbleRoot asks pebble for the root of its certificates, which it makes anew at each start, and returns a file with it.
func (s *suite) pebbleRoot(t *testing.T) string {
	t.Helper()
	root := s.throughAPI(t, "cert-manager", "https:pebble:15000", "/roots/0")
	file := filepath.Join(t.TempDir(), "root.pem")
	if err := os.WriteFile(file, root, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// throughAPI asks a service of the cluster through the API server.
func (s *suite) throughAPI(t *testing.T, namespace, service, path string) []byte {
	t.Helper()
	var body []byte
	eventually(t, service+" to answer", func(ctx context.Context) (err error) {
		body, err = s.host.CoreV1().RESTClient().Get().Namespace(namespace).Resource("services").Name(service).SubResource("proxy").
			Suffix(path).DoRaw(ctx)
		return err
	})
	return body
}

// serial is that of the certificate which the ingress serves for the domain.
func (s *suite) serial(t *testing.T) string {
	t.Helper()
	connection, err := tls.Dial("tcp", domain+":443", &tls.Config{InsecureSkipVerify: true, ServerName: domain}) // only looked at
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	return fmt.Sprintf("%032x", connection.ConnectionState().PeerCertificates[0].SerialNumber)
}

// plain asks without TLS and follows no redirection.
func (s *suite) plain(t *testing.T, url string) (status int, location string) {
	t.Helper()
	client := &http.Client{Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode, response.Header.Get("Location")
}

// testRenewal asks cert-manager for a new certificate as its own command line does, while the load is on.
func (s *suite) testRenewal(t *testing.T) string {
	before := s.serial(t)
	l := s.begin(t)
	start := time.Now()
	s.renew(t)
	eventually(t, "the ingress to serve another certificate", func(context.Context) error {
		if s.serial(t) == before {
			return errors.New("it serves the former one")
		}
		return nil
	})
	took := time.Since(start)
	l.flows(t)
	return fmt.Sprintf("another certificate served after %.1f s; %s", took.Seconds(), s.end(t, l, false))
}

func (s *suite) renew(t *testing.T) {
	t.Helper()
	now := time.Now().UTC().Format(time.RFC3339)
	patch, err := json.Marshal(map[string]any{"status": map[string]any{"conditions": []any{
		map[string]any{"type": "Ready", "status": "True", "reason": "Ready", "lastTransitionTime": now},
		map[string]any{"type": "Issuing", "status": "True", "reason": "ManuallyTriggered", "message": "asked by the test", "lastTransitionTime": now},
	}}})
	if err == nil {
		_, err = s.hostDynamic.Resource(certificates).Namespace(namespace).Patch(t.Context(), service, types.MergePatchType, patch,
			metav1.PatchOptions{}, "status")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// testOwnAuthority changes the issuer to one with a key of its own, whose authority is among the roots that Karmada's system
// trusts, and removes the caBundle.
func (s *suite) testOwnAuthority(t *testing.T) string {
	folder := filepath.Join(s.state, "public")
	chain, err1 := os.ReadFile(filepath.Join(folder, "ca.crt"))
	key, err2 := os.ReadFile(filepath.Join(folder, "ca.key"))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "authority"}, StringData: map[string]string{"tls.crt": string(chain), "tls.key": string(key)}}
	if _, err := s.host.CoreV1().Secrets("cert-manager").Create(t.Context(), secret, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	before := s.serial(t)
	s.run(t, `sed -i '/^  acme:/,$d' knative/overlays/domain/cluster-issuer.yaml && printf '  ca:\n    secretName: authority\n' >> knative/overlays/domain/cluster-issuer.yaml`)
	s.with(t, "domain path-secret")
	s.renew(t)
	eventually(t, "the certificate of the other authority", func(context.Context) error {
		if s.serial(t) == before {
			return errors.New("the former one is served")
		}
		return nil
	})
	s.connected(t, "CA_FILE=")
	if bundle := s.registration(t).caBundle; len(bundle) > 0 {
		t.Errorf("want no caBundle, got %d bytes", len(bundle))
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(chain)
	connection, err := tls.Dial("tcp", domain+":443", &tls.Config{RootCAs: roots})
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	l := s.begin(t)
	return "Karmada trusts it by its system's roots; " + s.end(t, l, false)
}
