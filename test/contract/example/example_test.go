// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package example holds interpret against Karmada's own example webhook: what Karmada's e2e passes with is no fault.
package example

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/karmada-io/karmada/examples/customresourceinterpreter/webhook/app"
	"github.com/karmada-io/karmada/examples/customresourceinterpreter/webhook/app/options"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/client-go/util/cert"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// operations are all that the example answers.
var operations = []configv1alpha1.InterpreterOperation{
	configv1alpha1.InterpreterOperationInterpretReplica, configv1alpha1.InterpreterOperationInterpretComponent,
	configv1alpha1.InterpreterOperationReviseReplica, configv1alpha1.InterpreterOperationRetain,
	configv1alpha1.InterpreterOperationAggregateStatus, configv1alpha1.InterpreterOperationInterpretStatus,
	configv1alpha1.InterpreterOperationInterpretHealth, configv1alpha1.InterpreterOperationInterpretDependency,
}

// finding is one of interpret check.
type finding struct{ Check, Status, Fault string }

// TestCheck examines the example, unmodified and over TLS. Where it answers there is no fault, and what is odd about its
// answers is a warning.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	url := start(t, dir)
	tests := map[string]struct {
		reason   string
		template string
		fails    []string
	}{
		"workload": {reason: "it answers every operation", template: `{spec: {containers: [{name: a, image: a, envFrom: [{configMapRef: {name: settings}}]}]}}`},
		"workload without a ConfigMap": {reason: "it panics, and Karmada's client sees a broken connection as well",
			template: `{spec: {containers: [{name: a, image: a}]}}`, fails: []string{"InterpretDependency: connection-broken"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			object := "apiVersion: workload.example.io/v1alpha1\nkind: Workload\nmetadata: {name: a, namespace: default}\n" +
				"spec: {replicas: 1, template: " + test.template + "}\n"
			write(t, dir, "object.yaml", object)
			var failed, warned, passed []string
			for _, f := range check(t, dir, url) {
				switch f.Status {
				case "fail":
					failed = append(failed, f.Check+": "+f.Fault)
				case "warn":
					warned = append(warned, f.Fault)
				case "ok":
					passed = append(passed, f.Check)
				}
			}
			if !slices.Equal(failed, test.fails) {
				t.Errorf("%s: got the faults %v, want %v", test.reason, failed, test.fails)
			}
			for _, operation := range operations {
				if !slices.Contains(passed, string(operation)) && len(test.fails) == 0 {
					t.Errorf("%s is not answered", operation)
				}
			}
			for _, want := range []string{"content-type", "no-api-version"} {
				if !slices.Contains(warned, want) {
					t.Errorf("want a warning %s, got %v", want, warned)
				}
			}
		})
	}
}

// check runs interpret check about the object in the folder. Its exit code has to fit what it found.
func check(t *testing.T, dir, url string) []finding {
	t.Helper()
	command := exec.Command(interpret(t, dir), "check", url, "--ca-file", "tls.crt", "--object-file", "object.yaml", "--calls", "5", "-o", "json")
	command.Dir = dir
	output, err := command.Output()
	var targets []struct {
		Worst    string
		Findings []finding
	}
	if err := json.Unmarshal(output, &targets); err != nil || len(targets) != 1 {
		t.Fatalf("%v in %s", err, output)
	}
	if (err != nil) != (targets[0].Worst == "fail") {
		t.Errorf("want a fault to lead to an error and nothing else, got %v with %q", err, targets[0].Worst)
	}
	return targets[0].Findings
}

// interpret builds the command line and returns its path.
func interpret(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "interpret")
	build := exec.Command("go", "build", "-o", path, "./function/cmd/interpret")
	build.Dir, build.Env = "../../..", append(os.Environ(), "GOFLAGS=-mod=readonly")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return path
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// start runs the example until the test ends and returns its URL.
func start(t *testing.T, dir string) string {
	t.Helper()
	certificate, key, err := cert.GenerateSelfSignedCertKey("127.0.0.1", []net.IP{net.IPv4(127, 0, 0, 1)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The example wants an API server's address but does not ask it.
	kubeconfig := "apiVersion: v1\nkind: Config\nclusters: [{name: a, cluster: {server: \"https://127.0.0.1:1\"}}]\n" +
		"contexts: [{name: a, context: {cluster: a}}]\ncurrent-context: a\n"
	for name, text := range map[string]string{"tls.crt": string(certificate), "tls.key": string(key), "kubeconfig": kubeconfig} {
		write(t, dir, name, text)
	}
	t.Setenv("KUBECONFIG", filepath.Join(dir, "kubeconfig"))
	metricsserver.DefaultBindAddress = "0" // its metrics would want port 8080
	port := freePort(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- app.Run(ctx, &options.Options{BindAddress: "127.0.0.1", SecurePort: port, CertDir: dir})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the example ended with %v", err)
		}
	})
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	await(t, address)
	return fmt.Sprintf("https://%s/interpreter-workload", address)
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// await returns as soon as the address accepts connections.
func await(t *testing.T, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		connection, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			_ = connection.Close()
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the example does not listen on %s: %v", address, err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
