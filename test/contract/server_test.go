// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"k8s.io/client-go/util/cert"
)

// The function under test: a process of the container's main, built from the root module, serving TLS on loopback.
var (
	functionURL string
	caBundle    []byte
)

func TestMain(m *testing.M) {
	os.Exit(func() int {
		url, authority, stop, err := serve("../..", "./knative")
		if err != nil {
			fmt.Fprintf(os.Stderr, "cannot start the function: %v\n", err)
			return 1
		}
		defer stop()
		functionURL, caBundle = url, authority
		return m.Run()
	}())
}

// serve builds a server from a folder and starts it with a certificate of its own.
func serve(folder, program string) (url string, authority []byte, stop func(), err error) {
	dir, err := os.MkdirTemp("", "contract")
	if err != nil {
		return "", nil, nil, err
	}
	binary := filepath.Join(dir, "function")
	build := exec.Command("go", "build", "-o", binary, program)
	build.Dir, build.Env = folder, append(os.Environ(), "GOFLAGS=-mod=readonly")
	if output, err := build.CombinedOutput(); err != nil {
		return "", nil, nil, fmt.Errorf("%w\n%s", err, output)
	}
	certificate, key, err := cert.GenerateSelfSignedCertKey("127.0.0.1", []net.IP{net.IPv4(127, 0, 0, 1)}, nil)
	if err != nil {
		return "", nil, nil, err
	}
	certFile, keyFile := filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	if err := os.WriteFile(certFile, certificate, 0o600); err != nil {
		return "", nil, nil, err
	}
	if err := os.WriteFile(keyFile, key, 0o600); err != nil {
		return "", nil, nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return "", nil, nil, err
	}
	_, port, _ := net.SplitHostPort(address)
	process := exec.Command(binary)
	process.Env = append(os.Environ(), "PORT="+port, "TLS_CERT_FILE="+certFile, "TLS_KEY_FILE="+keyFile, "LOG_LEVEL=error")
	process.Stderr = os.Stderr
	if err := process.Start(); err != nil {
		return "", nil, nil, err
	}
	stop = func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
		_ = os.RemoveAll(dir)
	}
	if err := waitFor(address); err != nil {
		stop()
		return "", nil, nil, err
	}
	return "https://" + address + "/interpreter-workload", certificate, stop, nil
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// waitFor returns as soon as the address accepts connections.
func waitFor(address string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for {
		connection, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return connection.Close()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(5 * time.Millisecond):
		}
	}
}
