// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"encoding/json"
	"encoding/pem"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// wire is a call as it arrived.
type wire struct {
	line   string
	header http.Header
	body   map[string]any
}

// TestInterpretAsksLikeKarmada shows that the command interpret makes the very calls that Karmada's client makes: the
// same request line, headers and body, but for the uid.
func TestInterpretAsksLikeKarmada(t *testing.T) {
	var calls []wire
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls = append(calls, readWire(t, r))
		http.Error(w, "seen", http.StatusTeapot)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	bundle := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	karmada, err := NewClient(server.URL+"/path", bundle, 5)
	if err != nil {
		t.Fatal(err)
	}
	defer karmada.Close()
	dir := t.TempDir()
	interpret := buildInterpret(t, dir)
	write(t, dir, "ca.pem", string(bundle))
	nginx := object(t, `"spec":{"replicas":3}`)
	for _, test := range []struct {
		input Input
		args  []string
	}{
		{Input{Operation: "InterpretReplica", Object: nginx}, []string{"--desired-file", "object.json"}},
		{Input{Operation: "ReviseReplica", Object: nginx, Replicas: 2}, []string{"--desired-file", "object.json", "--desired-replica", "2"}},
		{Input{Operation: "Retain", Object: nginx, Observed: nginx}, []string{"--desired-file", "object.json", "--observed-file", "object.json"}},
		{Input{Operation: "AggregateStatus", Object: nginx, Statuses: []workv1alpha2.AggregatedStatusItem{
			{ClusterName: "member1", Status: &runtime.RawExtension{Raw: []byte(`{"readyReplicas":2}`)}, Applied: true}}},
			[]string{"--desired-file", "object.json", "--status-file", "status.json"}},
	} {
		t.Run(string(test.input.Operation), func(t *testing.T) {
			calls = nil
			writeJSON(t, dir, "object.json", test.input.Object)
			write(t, dir, "status.json", `{"clusterName":"member1","status":{"readyReplicas":2},"applied":true}`)
			_, _ = karmada.Ask(t.Context(), test.input)
			command := exec.Command(interpret, append([]string{"ask", "--operation", string(test.input.Operation),
				"--url", server.URL + "/path", "--ca-file", "ca.pem", "--timeout", "5s"}, test.args...)...)
			command.Dir = dir
			output, _ := command.CombinedOutput()
			if len(calls) != 2 {
				t.Fatalf("got %d calls, want one of Karmada and one of interpret, which says: %s", len(calls), output)
			}
			compareWire(t, calls[0], calls[1])
		})
	}
}

// buildInterpret builds the command into the folder and returns its path.
func buildInterpret(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "interpret")
	build := exec.Command("go", "build", "-o", path, "./function/cmd/interpret")
	build.Dir, build.Env = "../..", append(os.Environ(), "GOFLAGS=-mod=readonly")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return path
}

// compareWire holds the call of interpret against Karmada's.
func compareWire(t *testing.T, karmada, interpret wire) {
	t.Helper()
	if karmada.line != interpret.line {
		t.Errorf("Karmada sends %s, interpret %s", karmada.line, interpret.line)
	}
	if !maps.EqualFunc(karmada.header, interpret.header, slices.Equal) {
		t.Errorf("Karmada sends the headers\n%v\ninterpret\n%v", karmada.header, interpret.header)
	}
	if !reflect.DeepEqual(karmada.body, interpret.body) {
		t.Errorf("Karmada sends\n%v\ninterpret\n%v", karmada.body, interpret.body)
	}
}

// readWire reads a call without what differs from call to call: the uid, and the length, which depends on white space.
func readWire(t *testing.T, r *http.Request) wire {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	call := wire{line: strings.Join([]string{r.Method, r.RequestURI, r.Proto}, " "), header: r.Header.Clone()}
	if err := json.Unmarshal(body, &call.body); err != nil {
		t.Error(err)
	}
	if request, ok := call.body["request"].(map[string]any); ok {
		delete(request, "uid")
	}
	call.header.Del("Content-Length")
	return call
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func writeJSON(t *testing.T, dir, name string, value *unstructured.Unstructured) {
	t.Helper()
	text, err := value.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, name, string(text))
}
