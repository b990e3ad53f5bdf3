// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package client asks a resource interpreter webhook as Karmada asks it: the same request line and headers, HTTP/1.1
// except on loopback, only the caBundle or else the system's roots, no credentials, redirects followed, a pause and another
// try where the answer asks for it with Retry-After, and Karmada's own decoding and verification of the answer. It accepts
// what Karmada's client accepts, no more and no less; test/contract puts the same answers to both. The one difference is an
// answer of more than 128 MiB, which is not kept in memory here. What Karmada accepts but should not have to is reported
// beside the response.
//
// Whatever goes wrong is a *Fault: a stable name, a cause and the next step. The path of a URL may be a secret; it is in
// no fault and no trace.
package client

import (
	"context"
	"crypto/x509"
	"errors"
	"net/http"
	"net/url"
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

// Response is what came of one request.
type Response struct {
	// ResourceInterpreterResponse is the verified answer, nil with an error. It may be a refusal: Successful is false, Status
	// has the reason.
	*configv1alpha1.ResourceInterpreterResponse
	// Warnings are the texts of the Warning headers that Karmada logs.
	Warnings []string
	// Tolerated is what Karmada's client accepts although the endpoint should do better.
	Tolerated []*Fault
	// Trace shows how the call went, as far as it went.
	Trace Trace
}

// New returns a client for an https URL, which must be one that Karmada accepts, or for a plain http URL of the loopback
// interface, where a function runs while it is written. The caBundle is PEM; empty means the system's roots.
func New(address string, caBundle []byte, timeout time.Duration) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || !IsLoopback(u.Hostname()) {
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
		Transport: transport(u, roots), CheckRedirect: follow,
	}}, nil
}

// InProcess returns a client that asks the handler without a network.
func InProcess(handler http.Handler) *Client {
	return &Client{
		url:     &url.URL{Scheme: "http", Host: "in-process", Path: "/"},
		timeout: DefaultTimeout,
		http:    &http.Client{Transport: roundTripper{handler}, CheckRedirect: follow},
	}
}

// Ask sends the request and returns the verified answer. The response is never nil; an error is always a *Fault.
func (c *Client) Ask(ctx context.Context, request *interpreter.Request) (*Response, error) {
	response := &Response{}
	body, err := encode(request)
	if err != nil {
		return response, &Fault{Name: BadRequest, Cause: "cannot encode the request", Next: "look at the object, it must be JSON or YAML"}
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	tracer := &tracer{start: time.Now()}
	answer, fault := c.postWithRetry(ctx, tracer, body)
	if fault == nil {
		fault = response.read(request, answer)
	}
	response.Trace = *tracer.copy()
	if fault = blame(response.Trace.redirects, fault); fault != nil {
		return response, fault
	}
	return response, nil
}

// Proxy returns the host of the proxy that HTTPS_PROXY prescribes, empty for none. Karmada honors that variable as well.
func (c *Client) Proxy() string {
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: c.url})
	if err != nil || proxy == nil {
		return ""
	}
	return proxy.Host
}

// Timeout is how long one call may take, retries included.
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

// AsFault returns the fault that the error is or wraps, nil if there is none.
func AsFault(err error) *Fault {
	var fault *Fault
	if errors.As(err, &fault) {
		return fault
	}
	return nil
}
