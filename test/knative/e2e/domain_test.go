// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// domain is the name in the overlay; Karmada and this test find it in a file of hosts of their own.
const domain = "interpreter.example.com"

var certificates = schema.GroupVersionResource{Group: "cert-manager.io", Version: "v1", Resource: "certificates"}

// testDomain has cert-manager prove the name to pebble by a record that it puts into a name server by a signed update, which is
// the solver of the shipped issuer.
func (s *suite) testDomain(t *testing.T) string {
	s.certManager(t)
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

// testOwnAuthority deploys with that issuer and removes the caBundle.
func (s *suite) testOwnAuthority(t *testing.T) string {
	before := s.serial(t)
	s.ownAuthority(t)
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
	chain, err := os.ReadFile(filepath.Join(s.state, "public", "ca.crt"))
	if err != nil {
		t.Fatal(err)
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
