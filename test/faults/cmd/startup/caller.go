// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// caller sends one question again and again.
type caller struct {
	roots    *x509.CertPool
	question []byte
}

func newClient(roots, question []byte) *caller {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(roots)
	return &caller{pool, question}
}

// connections returns a client that speaks HTTP/1.1, as Karmada does to every host but loopback.
func (c *caller) connections() *http.Client {
	return &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: c.roots}, TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}, MaxIdleConnsPerHost: 8}}
}

// first asks until there is an answer.
func (c *caller) first(address string) error {
	client := c.connections()
	defer client.CloseIdleConnections()
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(100 * time.Microsecond) {
		err := c.ask(client, address)
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// send asks n times over 8 connections.
func (c *caller) send(address string, n int) error {
	client := c.connections()
	defer client.CloseIdleConnections()
	errs := make(chan error, n)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range n / 8 {
				errs <- c.ask(client, address)
			}
		})
	}
	group.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *caller) ask(client *http.Client, address string) error {
	response, err := client.Post("https://"+address+"/interpreter-workload", "application/json", bytes.NewReader(c.question))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("want status 200, got %s", response.Status)
	}
	return nil
}
