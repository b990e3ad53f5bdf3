// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// process is a running server, as the platform would run it.
type process struct {
	cmd   *exec.Cmd
	port  string
	log   string // the file with what it printed
	ended chan error
}

// start runs a binary with only the given environment and a PORT, and waits until it takes connections.
func start(t *testing.T, binary string, environment ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(binary), port: freePort(t), ended: make(chan error, 1), log: filepath.Join(t.TempDir(), "log")}
	p.cmd.Env = append(environment, "PORT="+p.port)
	log, err := os.Create(p.log)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	for deadline := time.Now().Add(20 * time.Second); ; {
		conn, err := net.Dial("tcp", "127.0.0.1:"+p.port)
		if err == nil {
			conn.Close()
			return p
		}
		select {
		case err := <-p.ended:
			t.Fatalf("ended before it served: %v\n%s", err, read(t, p.log))
		case <-time.After(5 * time.Millisecond): // then ask again
		}
		if time.Now().After(deadline) {
			t.Fatalf("not serving on PORT=%s: %v", p.port, err)
		}
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
}

func (p *process) url(path string) string { return "http://127.0.0.1:" + p.port + path }

func (p *process) ask(t *testing.T, path string, body []byte) (int, []byte) {
	t.Helper()
	response, err := http.Post(p.url(path), "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatalf("%v\n%s", err, read(t, p.log))
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, data
}

// recorded returns the request and the answer of a golden case.
func recorded(t *testing.T, path string) (question, answer []byte) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		switch f.Name {
		case "request.json":
			question = f.Data
		case "answer.json":
			answer = f.Data
		}
	}
	if question == nil || answer == nil {
		t.Fatalf("%s: want request.json and answer.json", path)
	}
	return question, answer
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var left, right any
	if json.Unmarshal(a, &left) != nil || json.Unmarshal(b, &right) != nil {
		return false
	}
	return reflect.DeepEqual(left, right)
}
