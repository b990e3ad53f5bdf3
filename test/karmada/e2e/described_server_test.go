// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"workload.example.io/interpreter/internal/cli/webhookconfig"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/test/karmada/internal/playground"
)

var (
	configMaps = corev1.SchemeGroupVersion.WithResource("configmaps")
	secrets    = corev1.SchemeGroupVersion.WithResource("secrets")
)

// describedServer is a process of the function that serves descriptions.
type describedServer struct {
	suite     *testing.T
	kinds     []interpreter.Kind
	url       string
	authority []byte
}

// startDescribed starts the function with files of the library in its environment, as a ConfigMap would bring them, and
// waits until it is ready. It ends with the suite.
func (s *suite) startDescribed(t, suite *testing.T, files ...string) *describedServer {
	t.Helper()
	server := &describedServer{suite: suite}
	var text strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(os.Getenv("KARMADA_E2E_REPOSITORY"), "function", "kinds", file))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "---\n%s", data)
		descriptions, err := described.Parse(file, data)
		if err != nil {
			t.Fatal(err)
		}
		kind, err := described.Compile(descriptions[0])
		if err != nil {
			t.Fatal(err)
		}
		server.kinds = append(server.kinds, kind)
	}
	_, authority, err := s.playground.ServerCertificate()
	if err != nil {
		t.Fatal(err)
	}
	server.authority = authority
	address := freeAddress(t)
	server.url = "https://" + address + "/described"
	_, port, _ := net.SplitHostPort(address)
	command := exec.Command(filepath.Join(os.Getenv("KARMADA_CACHE"), playground.InterpreterName))
	command.Env = append(os.Environ(), "PORT="+port, "INTERPRETER_KINDS="+text.String())
	command.Env = append(command.Env, s.playground.InterpreterTLS()...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	suite.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	server.awaitReady(t, address)
	return server
}

func (server *describedServer) awaitReady(t *testing.T, address string) {
	t.Helper()
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(server.authority)
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}}
	eventually(t, "the function with descriptions", func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+address+"/readyz", nil)
		if err != nil {
			return err
		}
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("/readyz answers %s", response.Status)
		}
		return nil
	})
}

// register tells Karmada about the described kinds, in a configuration beside the one of "make e2e", until the suite ends.
func (server *describedServer) register(t *testing.T, s *suite, components bool) {
	t.Helper()
	config, err := webhookconfig.New(interpreter.MustRegistry(server.kinds...), webhookconfig.Options{
		Name: "described", URL: server.url, CABundle: server.authority, TimeoutSeconds: 10, Components: components})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.playground.Register(context.WithoutCancel(t.Context()), config); err != nil {
		t.Fatal(err)
	}
	server.suite.Cleanup(func() {
		config.Webhooks = []configv1alpha1.ResourceInterpreterWebhook{}
		_ = s.playground.Register(context.Background(), config)
	})
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// createDescribedCRDs makes the kinds known to Karmada and to every member, with a status and otherwise any fields.
func (s *suite) createDescribedCRDs(t *testing.T) {
	t.Helper()
	for kind, resource := range map[string]schema.GroupVersionResource{"Rollout": rollouts, "JobSet": jobsets, "CloneSet": clonesets} {
		for _, cluster := range append([]cluster{s.karmada}, s.members...) {
			cluster.createCRD(t, kind, resource, map[string]any{"status": map[string]any{}})
		}
	}
}

// createCRD makes a kind known, with any fields.
func (c cluster) createCRD(t *testing.T, kind string, resource schema.GroupVersionResource, subresources map[string]any) {
	t.Helper()
	c.create(t, crds, map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": resource.GroupResource().String()},
		"spec": map[string]any{
			"group": resource.Group, "scope": "Namespaced",
			"names": map[string]any{"kind": kind, "plural": resource.Resource},
			"versions": []any{map[string]any{
				"name": resource.Version, "served": true, "storage": true, "subresources": subresources,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{
					"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
			}},
		},
	})
}
