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

// firstCall makes the first call, which an instance may have to be started for, and tells from its trace how far it went.
func (v *visit) firstCall(ctx context.Context) bool {
	v.Progress(fmt.Sprintf("waiting up to %s for the first answer", v.client.Timeout()))
	question := v.questions()[0]
	reply, err := v.ask(ctx, question)
	fault := client.AsFault(err)
	broken := ""
	if fault != nil && !isAnswered(fault) {
		broken = stepOf(fault, &reply.Trace)
	}
	for _, step := range []struct {
		name string
		look func(*client.Trace)
	}{{Name, v.name}, {Connection, v.connection}, {TLS, v.certificate}, {FirstCall, v.cold}, {RedirectTo, v.redirect}, {Path, v.path}, {HTTP, v.protocol}} {
		switch {
		case broken == Overload && step.name == RedirectTo:
			v.skip(RedirectTo, Path, HTTP, Secret, Operations, WarmCalls, KeepAlive)
			v.fail(Overload, fault)
			return false
		case step.name == broken:
			if fault.Name == client.Timeout && reply.Trace.Connected() {
				fault = v.secondTry(ctx, fault, question)
			}
			v.fail(step.name, fault)
			v.skip(after(step.name)...)
			return false
		}
		step.look(&reply.Trace)
	}
	return true
}

// isAnswered tells that the fault lies in the answer to one operation, which is reported with that operation.
func isAnswered(fault *client.Fault) bool {
	return slices.Contains([]string{client.WrongUID, client.NoResponse, client.InvalidAnswer}, fault.Name)
}

func (v *visit) name(trace *client.Trace) {
	host := v.host()
	switch proxy := v.client.Proxy(); {
	case proxy != "":
		v.ok(Name, "left to the proxy %s (HTTPS_PROXY); Karmada honours that variable in its own environment", proxy)
	case net.ParseIP(host) != nil:
		v.ok(Name, "%s is an address", host)
	default:
		v.ok(Name, "%s is %s, found in %s", host, strings.Join(trace.Addresses, ", "), round(trace.Lookup))
	}
	if isLoopback(host) {
		v.warn(Name, "loopback", "the host is this machine: a karmada-agent elsewhere would call itself",
			"use a host that karmada-controller-manager and every karmada-agent can reach")
	}
}

func (v *visit) connection(trace *client.Trace) {
	v.ok(Connection, "to %s in %s", trace.Remote, round(trace.Connect))
}

func (v *visit) certificate(trace *client.Trace) {
	if trace.TLS == nil { // no answer came over the connection
		v.ok(TLS, "handshake in %s", round(trace.Handshake))
		return
	}
	leaf := trace.TLS.PeerCertificates[0]
	trust := "the system's roots"
	if len(v.target.CABundle) > 0 {
		trust = "the caBundle"
	}
	left := time.Until(leaf.NotAfter)
	v.ok(TLS, "%s, for %s, trusted by %s, until %s (%d days), handshake in %s", tls.VersionName(trace.TLS.Version), client.CertificateNames(leaf),
		trust, leaf.NotAfter.UTC().Format(time.DateOnly), int(left.Hours()/24), round(trace.Handshake))
	if left < expiresSoon {
		v.warn(TLS, "certificate-expires-soon", fmt.Sprintf("the certificate expires in %s", round(left)),
			"renew it now and see why that did not happen by itself")
	}
	v.bundle()
}

// bundle looks for authorities in the caBundle that are about to end.
func (v *visit) bundle() {
	for _, certificate := range certificates(v.target.CABundle) {
		if left := time.Until(certificate.NotAfter); left < expiresSoon {
			v.warn(TLS, "ca-expires-soon", fmt.Sprintf("the caBundle has an authority, %q, that ends at %s", certificate.Subject,
				certificate.NotAfter.UTC().Format(time.RFC3339)), "put its successor into clientConfig.caBundle as well")
		}
	}
}

func (v *visit) redirect(*client.Trace) { v.ok(RedirectTo, "none") }

func (v *visit) path(*client.Trace) { v.ok(Path, "not refused with 404") }

func (v *visit) protocol(trace *client.Trace) {
	if trace.Protocol == "HTTP/1.0" {
		v.warn(HTTP, "http-1.0", "the endpoint, or something before it, speaks HTTP/1.0, which ends the connection after each call",
			"let it speak HTTP/1.1, as Karmada does")
		return
	}
	v.ok(HTTP, "%s", trace.Protocol)
}

// cold compares the first call with the time-out.
func (v *visit) cold(trace *client.Trace) {
	took, timeout := trace.Total, v.client.Timeout()
	if took > timeout/2 && len(trace.Waits) == 0 {
		v.warn(FirstCall, "slow-start", fmt.Sprintf("after %s, more than half of timeoutSeconds (%s)", round(took), timeout),
			"raise timeoutSeconds to about 10, or keep an instance warm")
		return
	}
	v.ok(FirstCall, "after %s of %s; call while no instance runs to see a cold start", round(took), timeout)
}

// secondTry tells an endpoint that starts too slowly from one that never answers.
func (v *visit) secondTry(ctx context.Context, fault *client.Fault, question client.Question) *client.Fault {
	v.Progress("no answer in time, asking once more")
	reply, err := v.ask(ctx, question)
	if again := client.AsFault(err); again != nil && again.Name == client.Timeout {
		fault.Cause += ", twice"
		return fault
	}
	return &client.Fault{Name: "slow-start", Cause: fmt.Sprintf(
		"no answer within the time-out of %s, but a second call was answered after %s: only the start is too slow",
		v.client.Timeout(), round(reply.Trace.Total)), Next: "raise timeoutSeconds to about 10, or keep an instance warm"}
}

func (v *visit) host() string {
	u, _ := url.Parse(v.target.URL)
	return u.Hostname()
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
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
