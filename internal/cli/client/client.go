// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package client asks a resource interpreter webhook as Karmada asks it: the same request line and headers, HTTP/1.1
// except on loopback, only the caBundle or else the system's roots, no credentials, a pause and another try where the
// answer asks for it with Retry-After, and Karmada's own decoding and verification of the answer. Only redirects differ:
// Karmada follows them, here each is reported, because every call would pay for it.
//
// Whatever goes wrong is a *Fault: a stable name, a cause and the next step. The path of a URL may be a secret; it is in
// no fault and no trace.
package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/cli/webhookconfig"
	"workload.example.io/interpreter/internal/interpreter"
)

// DefaultTimeout is how long Karmada waits where a configuration has no timeoutSeconds.
const DefaultTimeout = 30 * time.Second

// Client asks one endpoint. It keeps connections, as Karmada does, and is safe for concurrent use.
type Client struct {
	url       *url.URL
	timeout   time.Duration
	http      *http.Client
	ownBundle bool
}

// Reply is what came of one question.
type Reply struct {
	// Response is the verified answer, nil with an error. It may be a refusal: Successful is false, Status has the reason.
	Response *configv1alpha1.ResourceInterpreterResponse
	// Warnings are the texts of the Warning headers, which Karmada logs.
	Warnings []string
	// Trace tells how the call went, as far as it went.
	Trace Trace
}

// New returns a client for an https URL, which must be one that Karmada accepts, or for a plain http URL of the loopback
// interface, where a function runs while it is written. The caBundle is PEM; empty means the system's roots.
func New(address string, caBundle []byte, timeout time.Duration) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || !isLoopback(u) {
		if err := webhookconfig.ValidateURL(address); err != nil {
			return nil, &Fault{Name: BadURL, Cause: err.Error(),
				Next: "give the URL as it stands in clientConfig.url, such as https://host/path"}
		}
	}
	var roots *x509.CertPool
	if len(caBundle) > 0 {
		roots = x509.NewCertPool()
		if !roots.AppendCertsFromPEM(caBundle) {
			return nil, &Fault{Name: BadBundle, Cause: "cannot use the caBundle: want PEM certificates, got something else",
				Next: "give the file of the certificate authority that signed the endpoint's certificate"}
		}
	}
	return &Client{url: u, timeout: timeout, ownBundle: roots != nil, http: &http.Client{
		Transport:     transport(u, roots),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// InProcess returns a client that asks the handler without a network.
func InProcess(handler http.Handler) *Client {
	return &Client{
		url:     &url.URL{Scheme: "http", Host: "in-process", Path: "/"},
		timeout: DefaultTimeout,
		http:    &http.Client{Transport: roundTripper{handler}},
	}
}

// transport has the settings of the client that Karmada makes for a webhook (k8s.io/apiserver/pkg/util/webhook).
func transport(u *url.URL, roots *x509.CertPool) *http.Transport {
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(isLoopback(u))
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSClientConfig:     &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: 10 * time.Second,
		MaxIdleConnsPerHost: 25,
		IdleConnTimeout:     90 * time.Second,
		Protocols:           &protocols,
	}
}

// Ask sends the request and returns the verified answer. The reply is never nil; an error is always a *Fault.
func (c *Client) Ask(ctx context.Context, request *interpreter.Request) (*Reply, error) {
	reply := &Reply{}
	body, err := encode(request)
	if err != nil {
		return reply, &Fault{Name: BadRequest, Cause: "cannot encode the request", Next: "look at the object, it must be JSON or YAML"}
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	tracer := &tracer{start: time.Now()}
	defer func() { reply.Trace = tracer.copy() }()
	answer, fault := c.postPatiently(ctx, tracer, body)
	if fault == nil {
		fault = reply.read(request, answer)
	}
	if fault != nil {
		return reply, fault
	}
	return reply, nil
}

// postPatiently posts until the answer does not ask for another try, as client-go does.
func (c *Client) postPatiently(ctx context.Context, tracer *tracer, body []byte) (*answer, *Fault) {
	for tries := 0; ; tries++ {
		answer, err := c.post(tracer.attach(ctx), body)
		if err != nil {
			trace := tracer.copy()
			return nil, c.explain(ctx, err, &trace)
		}
		tracer.answered(answer)
		wait, fault := retryAfter(answer)
		switch {
		case fault != nil:
			return nil, fault
		case wait == 0 || tries == maxRetries:
			return answer, nil
		}
		tracer.note(func(trace *Trace) { trace.Waits = append(trace.Waits, wait) })
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, &Fault{Name: Overloaded, Cause: fmt.Sprintf(
				"the endpoint answered %d and asked to wait %s, more than the time-out of %s leaves", answer.status, wait, c.timeout),
				Next: "allow more instances or requests at a time, or raise timeoutSeconds of the webhook"}
		}
	}
}

// Proxy returns the host of the proxy that HTTPS_PROXY prescribes, empty for none. Karmada honours that variable as well.
func (c *Client) Proxy() string {
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: c.url})
	if err != nil || proxy == nil {
		return ""
	}
	return proxy.Host
}

// Timeout is how long one question may take, retries included.
func (c *Client) Timeout() time.Duration { return c.timeout }

// Elsewhere returns a client for another path of the same endpoint. It shares the connections.
func (c *Client) Elsewhere(path string) *Client {
	other := *c
	u := *c.url
	u.Path, u.RawPath = path, ""
	other.url = &u
	return &other
}

// Path is the path of the URL, for callers that derive another path from it.
func (c *Client) Path() string { return c.url.Path }

func isLoopback(u *url.URL) bool {
	if strings.EqualFold(u.Hostname(), "localhost") {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return ip != nil && ip.IsLoopback()
}

// AsFault returns the fault that the error is or wraps, nil if there is none.
func AsFault(err error) *Fault {
	var fault *Fault
	if errors.As(err, &fault) {
		return fault
	}
	return nil
}
