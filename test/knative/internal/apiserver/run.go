// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package apiserver

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"

	"workload.example.io/interpreter/test/karmada/proc"
)

// Run starts a further component; its output goes into a log of its name. It ends with ctx.
func (s *Server) Run(ctx context.Context, name string, env []string, command ...string) error {
	log, err := os.OpenFile(s.Log(name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot start %s: %w", name, err)
	}
	go func() { _ = cmd.Wait() }()
	return nil
}

// await polls the probe until it answers 200.
func (s *Server) await(ctx context.Context, name, url string) error {
	if s.client == nil {
		pair, err := tls.LoadX509KeyPair(s.File("admin.crt"), s.File("admin.key"))
		if err != nil {
			return err
		}
		authority, err := os.ReadFile(s.File("ca.crt"))
		if err != nil {
			return err
		}
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(authority)
		s.client = &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}},
		}}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		response, err := s.client.Get(url)
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
			err = fmt.Errorf("%s answers %s", url, response.Status)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w; the end of %s:\n%s", name, err, s.Log(name), proc.Tail(s.Log(name), 10))
		case <-tick.C:
		}
	}
}

// freePorts finds ports on address that nothing listens on now.
func freePorts(address string, n int) (ports []int, err error) {
	for range n {
		listener, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
		if err != nil {
			return nil, err
		}
		defer listener.Close()
		ports = append(ports, listener.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}
