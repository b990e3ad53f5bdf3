// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// explain finds the cause of an error of the transport. The errors of net/http quote the URL and are not passed on.
func (c *Client) explain(ctx context.Context, err error, trace *Trace) *Fault {
	host := c.url.Host
	var inner *url.Error
	if errors.As(err, &inner) {
		if u, parseErr := url.Parse(inner.URL); parseErr == nil {
			host = u.Host // a redirect may have led elsewhere
		}
		err = inner.Err
	}
	if fault := c.explainTLS(host, err); fault != nil {
		return fault
	}
	if fault := c.explainProxy(err, trace); fault != nil && ctx.Err() == nil {
		return fault
	}
	var dns *net.DNSError
	switch {
	case errors.Is(context.Cause(ctx), context.Canceled):
		return interrupted()
	case errors.Is(err, errRedirects):
		return &Fault{Name: Redirect, Cause: fmt.Sprintf("the endpoint redirects more than %d times", maxRedirects),
			Next: "put the address that answers into clientConfig.url"}
	case errors.As(err, &dns) && dns.IsNotFound:
		return &Fault{Name: UnknownHost, Cause: fmt.Sprintf("the name %s is unknown", dns.Name),
			Next: "check the spelling and the DNS record; every karmada-agent resolves the name in its own cluster"}
	case errors.As(err, &dns) && !dns.IsTimeout:
		return &Fault{Name: UnknownHost, Cause: fmt.Sprintf("the name %s cannot be resolved: %s", dns.Name, dns.Err),
			Next: "check the name server of this machine"}
	case ctx.Err() != nil || isTimeout(err):
		return c.explainTimeout(trace)
	case errors.Is(err, syscall.ECONNREFUSED):
		return &Fault{Name: ConnectionRefused, Cause: "nothing listens on " + host,
			Next: "start the endpoint, or correct host and port"}
	case !trace.Connected():
		return &Fault{Name: Unreachable, Cause: fmt.Sprintf("cannot connect to %s: %s", host, RootCause(err)),
			Next: "check routes, firewalls and HTTPS_PROXY between this machine and the endpoint"}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return &Fault{Name: ConnectionBroken, Cause: "the endpoint closed the connection without a whole answer",
			Next: "read the endpoint's log: it crashed, was stopped, or something before it cut the connection"}
	}
	return &Fault{Name: ConnectionBroken, Cause: "the endpoint's answer cannot be read: " + c.Quote(RootCause(err)),
		Next: "check that an HTTP server stands behind host and port"}
}

// explainProxy explains why a proxy does not lead to the endpoint, nil if that is not the cause.
func (c *Client) explainProxy(err error, trace *Trace) *Fault {
	proxy := c.Proxy()
	switch {
	case proxy == "":
		return nil
	case errors.Is(err, syscall.ECONNREFUSED):
		return &Fault{Name: ConnectionRefused, Cause: fmt.Sprintf("nothing listens on %s, the proxy of HTTPS_PROXY", proxy),
			Next: "correct HTTPS_PROXY, or name the host of the URL in NO_PROXY"}
	case trace.Remote != "" && trace.Handshake == 0 && !trace.Reused && !isTimeout(err):
		return &Fault{Name: Unreachable, Cause: fmt.Sprintf("the proxy %s of HTTPS_PROXY does not connect to %s: %s", proxy, c.url.Host, RootCause(err)),
			Next: "allow the host in the proxy, or name it in NO_PROXY"}
	}
	return nil
}

func (c *Client) explainTimeout(trace *Trace) *Fault {
	if !trace.Connected() {
		return &Fault{Name: Timeout, Cause: fmt.Sprintf("no connection to %s within the timeout of %s", c.url.Host, c.timeout),
			Next: "check routes, firewalls and HTTPS_PROXY between this machine and the endpoint"}
	}
	return &Fault{Name: Timeout, Cause: fmt.Sprintf("connected, but no answer within the timeout of %s", c.timeout),
		Next: "raise timeoutSeconds (a start from zero needs about 10), keep an instance warm, or read the endpoint's log"}
}

// explainTLS explains what is wrong with an encrypted connection, nil if that is not the cause.
func (c *Client) explainTLS(host string, err error) *Fault {
	var record tls.RecordHeaderError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var authority x509.UnknownAuthorityError
	var verification *tls.CertificateVerificationError
	var alert tls.AlertError
	switch {
	case errors.As(err, &record) || strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return &Fault{Name: PlainHTTP, Cause: host + " does not speak TLS",
			Next: "Karmada calls https only: give the TLS port, or put TLS before the endpoint"}
	case errors.As(err, &name):
		return &Fault{Name: CertificateName, Cause: fmt.Sprintf("the certificate is for %s, not for %s", CertificateNames(name.Certificate), name.Host),
			Next: "issue a certificate with the host of the URL as a subject alternative name, or use a host that it names"}
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return explainExpiry(invalid.Cert)
	case errors.As(err, &authority):
		return c.explainAuthority(authority.Cert)
	case errors.As(err, &verification), errors.As(err, &invalid):
		return &Fault{Name: CertificateAuthority, Cause: "the certificate cannot be verified: " + RootCause(err),
			Next: "issue a certificate for servers from an authority that the callers trust"}
	case errors.As(err, &alert), strings.HasPrefix(RootCause(err), "tls: "):
		return &Fault{Name: Handshake, Cause: "the TLS handshake failed: " + strings.TrimPrefix(RootCause(err), "tls: "),
			Next: "the endpoint must take TLS 1.2 or newer and must not ask for a client certificate: Karmada has none"}
	}
	return nil
}

func explainExpiry(certificate *x509.Certificate) *Fault {
	if now := time.Now(); now.Before(certificate.NotBefore) {
		return &Fault{Name: CertificateExpired, Cause: "the certificate is valid only from " + certificate.NotBefore.UTC().Format(time.RFC3339),
			Next: "set this machine's clock, or issue the certificate anew"}
	}
	return &Fault{Name: CertificateExpired, Cause: "the certificate expired at " + certificate.NotAfter.UTC().Format(time.RFC3339),
		Next: "renew it and find out why it was not renewed automatically"}
}

func (c *Client) explainAuthority(certificate *x509.Certificate) *Fault {
	f := &Fault{Name: CertificateAuthority}
	if c.ownBundle {
		f.Cause = fmt.Sprintf("the certificate, issued by %q, is not signed by the caBundle", certificate.Issuer)
		f.Next = "put the authority that signed it, as PEM, into clientConfig.caBundle; with a caBundle the system's roots do not count"
		return f
	}
	f.Cause = fmt.Sprintf("the certificate, issued by %q, is signed by no authority that this machine trusts", certificate.Issuer)
	f.Next = "set clientConfig.caBundle to the authority's PEM (--ca-file), serve the intermediate certificates too, or use a public certificate"
	return f
}

// CertificateNames lists what a certificate is for.
func CertificateNames(certificate *x509.Certificate) string {
	list := slices.Clone(certificate.DNSNames)
	for _, ip := range certificate.IPAddresses {
		list = append(list, ip.String())
	}
	if len(list) == 0 {
		return "no host (it has no subject alternative names)"
	}
	return strings.Join(list, ", ")
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// RootCause is the text of the innermost error, which knows nothing of the URL.
func RootCause(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}
