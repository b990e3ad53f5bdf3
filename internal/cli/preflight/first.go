// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/webhookconfig"
)

// expiresSoon is how long before its end a certificate should have been renewed.
const expiresSoon = 14 * 24 * time.Hour

func validate(target Target) *client.Fault {
	if err := webhookconfig.ValidateURL(target.URL); err != nil {
		return &client.Fault{Name: client.BadURL, Cause: err.Error(), Next: "put an https URL with host and path into clientConfig.url"}
	}
	return nil
}

// firstCall makes the first call, which an instance may have to be started for, and reads from its trace how far it went.
func (r *run) firstCall(ctx context.Context) bool {
	r.Progress(fmt.Sprintf("waiting up to %s for the first answer", r.client.Timeout()))
	input := r.inputs()[0]
	response, err := r.ask(ctx, input)
	fault := client.AsFault(err)
	broken := ""
	if fault != nil && !isAnswered(fault) {
		broken = stepOf(fault, &response.Trace)
	}
	for _, step := range []struct {
		name string
		look func(*client.Response)
	}{{Name, r.name}, {Connection, r.connection}, {TLS, r.certificate}, {FirstCall, r.cold}, {RedirectTo, r.redirect}, {Path, r.path}, {HTTP, r.protocol}} {
		switch {
		case broken == Overload && step.name == RedirectTo:
			r.skip(RedirectTo, Path, HTTP, Secret, Operations, WarmCalls, KeepAlive)
			r.fail(Overload, fault)
			return false
		case step.name == broken:
			if fault.Name == client.Timeout && response.Trace.Connected() {
				fault = r.secondTry(ctx, fault, input)
			}
			r.fail(step.name, fault)
			r.skip(after(step.name)...)
			return false
		}
		step.look(response)
	}
	return true
}

// isAnswered reports whether the fault lies in the answer to one operation, which is reported with that operation.
func isAnswered(fault *client.Fault) bool {
	return slices.Contains([]string{client.WrongUID, client.NoResponse, client.InvalidAnswer}, fault.Name)
}

func (r *run) name(response *client.Response) {
	host := r.host()
	switch proxy := r.client.Proxy(); {
	case proxy != "":
		r.ok(Name, "left to the proxy %s (HTTPS_PROXY); Karmada honors that variable in its own environment", proxy)
	case net.ParseIP(host) != nil:
		r.ok(Name, "%s is an address", host)
	default:
		r.ok(Name, "%s is %s, found in %s", host, strings.Join(response.Trace.Addresses, ", "), round(response.Trace.Lookup))
	}
	if client.IsLoopback(host) {
		r.warn(Name, "loopback", "the host is this machine: a karmada-agent elsewhere would call itself",
			"use a host that karmada-controller-manager and every karmada-agent can reach")
	}
}

func (r *run) connection(response *client.Response) {
	r.ok(Connection, "to %s in %s", response.Trace.Remote, round(response.Trace.Connect))
}

func (r *run) certificate(response *client.Response) {
	trace := &response.Trace
	if trace.TLS == nil { // no answer came over the connection
		r.ok(TLS, "handshake in %s", round(trace.Handshake))
		return
	}
	leaf := trace.TLS.PeerCertificates[0]
	trust := "the system's roots"
	if len(r.target.CABundle) > 0 {
		trust = "the caBundle"
	}
	left := time.Until(leaf.NotAfter)
	r.ok(TLS, "%s, for %s, trusted by %s, until %s (%d days), handshake in %s", tls.VersionName(trace.TLS.Version), client.CertificateNames(leaf),
		trust, leaf.NotAfter.UTC().Format(time.DateOnly), int(left.Hours()/24), round(trace.Handshake))
	if left < expiresSoon {
		r.warn(TLS, "certificate-expires-soon", fmt.Sprintf("the certificate expires in %s", round(left)),
			"renew it now and find out why it was not renewed automatically")
	}
	r.bundle()
}

// bundle looks for authorities in the caBundle that are about to end.
func (r *run) bundle() {
	for _, certificate := range certificates(r.target.CABundle) {
		if left := time.Until(certificate.NotAfter); left < expiresSoon {
			r.warn(TLS, "ca-expires-soon", fmt.Sprintf("the caBundle has an authority, %q, that ends at %s", certificate.Subject,
				certificate.NotAfter.UTC().Format(time.RFC3339)), "put its successor into clientConfig.caBundle as well")
		}
	}
}

func (r *run) redirect(response *client.Response) {
	if !r.tolerated(RedirectTo, response, client.Redirect) {
		r.ok(RedirectTo, "none")
	}
}

func (r *run) path(*client.Response) { r.ok(Path, "not refused with 404") }

func (r *run) protocol(response *client.Response) {
	if protocol := response.Trace.Protocol; protocol == "HTTP/1.0" {
		r.warn(HTTP, "http-1.0", "the endpoint, or something before it, speaks HTTP/1.0, which ends the connection after each call",
			"let it speak HTTP/1.1, as Karmada does")
	} else {
		r.ok(HTTP, "%s", protocol)
	}
	r.tolerated(HTTP, response)
}

// cold compares the first call with the timeout.
func (r *run) cold(response *client.Response) {
	trace := &response.Trace
	took, timeout := trace.Total, r.client.Timeout()
	if took > timeout/2 && len(trace.Waits) == 0 {
		r.warn(FirstCall, "slow-start", fmt.Sprintf("after %s, more than half of timeoutSeconds (%s)", round(took), timeout),
			"raise timeoutSeconds to about 10, or keep an instance warm")
		return
	}
	r.ok(FirstCall, "after %s of %s; call while no instance runs to see a cold start", round(took), timeout)
}

// secondTry distinguishes an endpoint that starts too slowly from one that never answers.
func (r *run) secondTry(ctx context.Context, fault *client.Fault, input client.Input) *client.Fault {
	r.Progress("no answer in time, asking once more")
	response, err := r.ask(ctx, input)
	if again := client.AsFault(err); again != nil && again.Name == client.Timeout {
		fault.Cause += ", twice"
		return fault
	}
	return &client.Fault{Name: "slow-start", Cause: fmt.Sprintf(
		"no answer within the timeout of %s, but a second call was answered after %s: only the start is too slow",
		r.client.Timeout(), round(response.Trace.Total)), Next: "raise timeoutSeconds to about 10, or keep an instance warm"}
}

func (r *run) host() string {
	u, _ := url.Parse(r.target.URL)
	return u.Hostname()
}

func round(d time.Duration) time.Duration {
	switch {
	case d > 10*time.Second:
		return d.Round(time.Second)
	case d > 100*time.Millisecond:
		return d.Round(time.Millisecond)
	}
	return d.Round(10 * time.Microsecond)
}
