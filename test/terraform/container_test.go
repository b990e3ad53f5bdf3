// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// grace is the time between SIGTERM and SIGKILL on Cloud Run.
const grace = 10 * time.Second

// TestContainer runs the container's main in Cloud Run's environment: probes, recorded calls, and a stop while a call is in
// flight.
func TestContainer(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "knative")
	command(t, root, []string{"CGO_ENABLED=0"}, "go", "build", "-o", binary, "./knative")
	p := start(t, binary, "K_SERVICE=workload-interpreter", "K_REVISION=workload-interpreter-00001-abc",
		"K_CONFIGURATION=workload-interpreter", "INTERPRETER_PATH_SECRETS="+secret+","+other)
	for _, probe := range []string{"/readyz", "/healthz"} {
		response, err := http.Get(p.url(probe))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", probe, response.StatusCode)
		}
	}
	askAll(t, p)

	question, answer := recorded(t, filepath.Join(root, "function/testdata/calls/ReviseReplica-01-controller-nginx.txtar"))
	call := p.open(t, len(question))
	stopped := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status, got := call.finish(t, question); status != http.StatusOK || !sameJSON(t, got, answer) {
		t.Errorf("call in flight at SIGTERM: status %d, answer %s", status, got)
	}
	select {
	case err := <-p.ended:
		if err != nil {
			t.Errorf("want exit 0 after SIGTERM, got %v\n%s", err, read(t, p.log))
		}
		t.Logf("ended %v after SIGTERM", time.Since(stopped).Round(time.Millisecond))
	case <-time.After(grace):
		t.Errorf("still running %v after SIGTERM\n%s", grace, read(t, p.log))
	}
	for _, field := range []string{`"outcome":"ok"`, `"outcome":"nosecret"`, `"operation":"ReviseReplica"`} {
		if !strings.Contains(read(t, p.log), field) {
			t.Errorf("no log line has %s, which the metric in terraform/modules/endpoint counts by", field)
		}
	}
}

// pending is a call whose body the server waits for.
type pending struct {
	conn net.Conn
	in   *bufio.Reader
}

// open sends the head of a call and returns when the server asks for its body: from then on it is in flight.
func (p *process) open(t *testing.T, length int) *pending {
	t.Helper()
	conn, err := net.Dial("tcp", "127.0.0.1:"+p.port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(grace)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /%s HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", secret, length)
	c := &pending{conn: conn, in: bufio.NewReader(conn)}
	if line, err := c.in.ReadString('\n'); err != nil || line != "HTTP/1.1 100 Continue\r\n" {
		t.Fatalf("want 100 Continue, got %q, %v", line, err)
	}
	if line, err := c.in.ReadString('\n'); err != nil || line != "\r\n" {
		t.Fatalf("want the end of 100 Continue, got %q, %v", line, err)
	}
	return c
}

func (c *pending) finish(t *testing.T, body []byte) (int, []byte) {
	t.Helper()
	if _, err := c.conn.Write(body); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(c.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, data
}
