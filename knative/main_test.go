// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/server"
	"workload.example.io/interpreter/internal/serve/telemetry"
	"workload.example.io/interpreter/internal/serve/telemetry/metrics"
)

// TestMain lets the test binary be the server, as a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_AS_SERVER") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// row is a row of a table of settings in settings.md: name and default.
var row = regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\| (?:`([^`]*)`)? ?\\| ")

func TestEverySettingIsDocumented(t *testing.T) {
	text, err := os.ReadFile("settings.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]string{}
	for _, match := range row.FindAllStringSubmatch(string(text), -1) {
		documented[match[1]] = match[2]
	}
	settings := env.New(func(string) string { return "" })
	log := telemetry.FromSettings(settings, io.Discard)
	server.FromSettings(settings)
	metrics.FromSettings(settings)
	kinds, _ := app.Describe(settings, log, app.Kinds())
	app.Handler(settings, log, nil, kinds...)
	asked := map[string]string{}
	for _, setting := range settings.Asked() {
		asked[setting.Name] = setting.Default
	}
	if diff := cmp.Diff(asked, documented); diff != "" {
		t.Errorf("settings.md and the code differ (-code +documented):\n%s", diff)
	}
}

// process is the server as a process.
type process struct {
	*exec.Cmd
	output bytes.Buffer
	port   string
}

func launch(t *testing.T, environment map[string]string) *process {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(executable), port: freePort(t)}
	p.Env = append(os.Environ(), "TEST_AS_SERVER=1", "DRAIN_QUIET=50ms", "PORT="+p.port)
	for name, value := range environment {
		p.Env = append(p.Env, name+"="+value)
	}
	p.Stdout, p.Stderr = &p.output, &p.output
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// stop ends the process as Kubernetes does.
func (p *process) stop() error {
	return errors.Join(p.Process.Signal(syscall.SIGTERM), p.Wait())
}

// given are the ports that freePort has returned: the kernel may offer one again before its process listens.
var given sync.Map

func freePort(t *testing.T) string {
	t.Helper()
	for {
		listener, err := net.Listen("tcp", ":0")
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ := net.SplitHostPort(listener.Addr().String())
		_ = listener.Close()
		if _, taken := given.LoadOrStore(port, true); !taken {
			return port
		}
	}
}

func get(url string) string {
	response, err := http.Get(url)
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	return string(text)
}

func (p *process) ready(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); get("http://127.0.0.1:"+p.port+"/readyz") != "ok\n"; <-time.After(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not ready: %s", p.output.String())
		}
	}
}

func TestWrongSettings(t *testing.T) {
	tests := map[string]struct{ value, want string }{
		"PORT":                          {"http", `cannot use PORT: want an integer`},
		"TLS_CERT_FILE":                 {"tls.crt", `cannot use TLS_CERT_FILE: want TLS_KEY_FILE`},
		"TLS_KEY_FILE":                  {"tls.key", `cannot use TLS_KEY_FILE: want TLS_CERT_FILE`},
		"LOG_LEVEL":                     {"loud", `cannot use LOG_LEVEL: want one of debug`},
		"MAX_CALLS":                     {"0", `cannot use MAX_CALLS: want an integer from 1`},
		"IDLE_TIMEOUT":                  {"90", `cannot use IDLE_TIMEOUT: want a duration`},
		"INTERPRETER_PATH_SECRETS":      {"canary", `cannot use INTERPRETER_PATH_SECRETS: secret 1 of 1: want at least 128 random bits`},
		"INTERPRETER_SECRET_REQUIRED":   {"true", `cannot use INTERPRETER_SECRET_REQUIRED: want a secret in INTERPRETER_PATH_SECRETS`},
		"INTERPRETER_PATH_SECRETS_FILE": {"/nowhere", `cannot use INTERPRETER_PATH_SECRETS_FILE: cannot read the file`},
		"OTEL_EXPORTER_OTLP_ENDPOINT":   {"canary", `cannot use OTEL_EXPORTER_OTLP_ENDPOINT: want an http or https URL`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := launch(t, map[string]string{name: test.value})
			err := p.Wait()
			if p.ProcessState.ExitCode() != 1 {
				t.Errorf("got %v, want exit code 1", err)
			}
			if got := p.output.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, test.want) || strings.Contains(got, "canary") {
				t.Errorf("want one line with %q, got:\n%s", test.want, got)
			}
		})
	}
	p := launch(t, map[string]string{"METRICS_PORT": "18099", "PORT": "18099"})
	if _ = p.Wait(); !strings.Contains(p.output.String(), "cannot use METRICS_PORT: want another port than PORT") {
		t.Errorf("metrics on the public port: got %s", p.output.String())
	}
}

// secret and canary are what must not get out.
const (
	secret = "5f0c1d7be83a49d2a6c4f7e09b12d85e"
	canary = "canary"
)

// TestNothingGetsOut sends canaries in every part of a call and looks for them in all that the process writes.
func TestNothingGetsOut(t *testing.T) {
	port := freePort(t)
	p := launch(t, map[string]string{"INTERPRETER_PATH_SECRETS": secret, "METRICS_PORT": port, "LOG_LEVEL": "debug"})
	p.ready(t)
	object := `{"metadata":{"labels":{"a":"canary"},"annotations":{"work.karmada.io/namespace":"canary"}},"spec":{"replicas":%s,"template":{"spec":{` +
		`"containers":[{"name":"canary","image":"canary","env":[{"name":"A","value":"canary"}]}]}}},"status":{"readyReplicas":"canary"}}`
	var answers bytes.Buffer
	for _, operation := range []string{"InterpretReplica", "ReviseReplica", "Retain", "AggregateStatus", "InterpretStatus", "InterpretHealth", "InterpretDependency"} {
		for _, replicas := range []string{"3", `"canary"`, "{", "canary", "-1", "1e99"} {
			full := fmt.Sprintf(object, replicas)
			body := `{"request":{"uid":"u1","kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},"operation":"` + operation + `",` +
				`"object":` + full + `,"observedObject":` + full + `,"replicas":2,"aggregatedStatus":[{"clusterName":"member1","status":{"readyReplicas":"canary"}}]}}`
			for _, path := range []string{"/" + secret, "/canary/" + secret, "/canary", "/" + secret + "/canary?canary=canary"} {
				answers.WriteString(post(t, "http://127.0.0.1:"+p.port+path, body))
			}
		}
	}
	answers.WriteString(post(t, "http://127.0.0.1:"+p.port+"/"+secret, "canary"))
	all := answers.String() + get("http://127.0.0.1:"+port+"/metrics")
	if err := p.stop(); err != nil {
		t.Error(err)
	}
	log := p.output.String()
	for _, part := range []string{"interpreter_refused_secrets_total 84\n", `"outcome":"ok"`, `"outcome":"refused"`, `"outcome":"nosecret"`, `"outcome":"invalid"`} {
		if !strings.Contains(all+log, part) {
			t.Errorf("the calls were not as meant: no %s", part)
		}
	}
	for _, word := range []string{secret, canary} {
		for line := range strings.Lines(all + log) {
			if strings.Contains(line, word) {
				t.Fatalf("%s got out: %s", word, line)
			}
		}
	}
}

func post(t *testing.T, url, body string) string {
	t.Helper()
	response, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintln(response.Header, string(text))
}

func TestLifeCycle(t *testing.T) {
	collector := http.NewServeMux()
	pushed := make(chan struct{}, 10)
	collector.HandleFunc("POST /v1/metrics", func(http.ResponseWriter, *http.Request) { pushed <- struct{}{} })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = http.Serve(listener, collector) }()
	defer listener.Close()
	p := launch(t, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://" + listener.Addr().String()})
	p.ready(t)
	if err := p.stop(); err != nil {
		t.Errorf("want exit code 0 after SIGTERM, got %v: %s", err, p.output.String())
	}
	select {
	case <-pushed:
	default:
		t.Error("the last metrics were not pushed before the end")
	}
	if got := strings.Count(p.output.String(), "every path is answered"); got != 1 {
		t.Errorf("want one warning that no secret is set, got %d: %s", got, p.output.String())
	}
}
