// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package faults hurts the container's server while Karmada's own client calls it, and counts the calls that are lost:
// there must be none. The server runs as the process that the container starts.
package faults

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"k8s.io/client-go/util/cert"
)

// Build builds a package in a folder into a static binary, as the image holds it, and returns its path.
func Build(dir, pkg, into string) (string, error) {
	binary := filepath.Join(into, filepath.Base(pkg))
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, pkg)
	build.Dir, build.Env = dir, append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("cannot build %s: %w\n%s", pkg, err, output)
	}
	return binary, nil
}

// Process is a server process on a free loopback port.
type Process struct {
	*exec.Cmd
	Port string
}

// Start starts the binary on a free port.
func Start(binary string, environment ...string) (*Process, error) {
	port, err := FreePort()
	if err != nil {
		return nil, err
	}
	p := Command(binary, port, environment...)
	return p, p.Cmd.Start()
}

// Command returns the binary ready to start on the port. Its output goes to our own standard error.
func Command(binary, port string, environment ...string) *Process {
	p := &Process{Cmd: exec.Command(binary), Port: port}
	p.Env = append(append(os.Environ(), "PORT="+port, "LOG_LEVEL=error"), environment...)
	p.Stderr = os.Stderr
	return p
}

// Address is where the process listens.
func (p *Process) Address() string { return "127.0.0.1:" + p.Port }

// Ready reports whether the process answers its probe.
func (p *Process) Ready(client *http.Client) bool {
	response, err := client.Get("https://" + p.Address() + "/readyz")
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// Stop ends the process as Kubernetes does and returns an error unless it exits with 0.
func (p *Process) Stop() error {
	return errors.Join(p.Process.Signal(syscall.SIGTERM), p.Wait())
}

// Memory returns a field of /proc/<pid>/status in bytes, such as VmRSS (now) or VmHWM (the most so far).
func (p *Process) Memory(field string) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, field+":"); ok {
			kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, fmt.Errorf("no %s in the status of the process", field)
}

// FreePort returns a TCP port that nobody listens on.
func FreePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port, listener.Close()
}

// Until waits until the condition is met or the context ends.
func Until(ctx context.Context, met func() bool) error {
	for !met() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	return nil
}

// RemoteHost is a host that is not loopback, so that Karmada's client speaks HTTP/1.1 to it. It is reached through a
// Balancer that tunnels, named in HTTPS_PROXY.
const RemoteHost = "interpreter.test"

// Pair is a self-signed certificate for 127.0.0.1 and RemoteHost in two files of a folder.
type Pair struct{ Cert, Key string }

// WritePair writes a new pair into the folder, each file at once, and returns the certificate.
func WritePair(dir string) (Pair, []byte, error) {
	certificate, key, err := cert.GenerateSelfSignedCertKey("127.0.0.1", []net.IP{net.IPv4(127, 0, 0, 1)}, []string{RemoteHost})
	pair := Pair{filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")}
	return pair, certificate, errors.Join(err, Replace(pair.Cert, certificate), Replace(pair.Key, key))
}

// Replace puts a file in the place of another at once, as a mounted volume does.
func Replace(path string, content []byte) error {
	return errors.Join(os.WriteFile(path+".new", content, 0o600), os.Rename(path+".new", path))
}
