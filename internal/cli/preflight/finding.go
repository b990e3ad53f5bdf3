// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"slices"

	"workload.example.io/interpreter/internal/cli/client"
)

// Status is how a step went.
type Status string

// The statuses of a finding. Fail keeps Karmada from being served, or costs it something on every call.
const (
	OK   Status = "ok"
	Warn Status = "warn"
	Fail Status = "fail"
	Skip Status = "skip"
)

// Finding is what a step found.
type Finding struct {
	Check  string `json:"check"`
	Status Status `json:"status"`
	// Fault names what is wrong, for programs.
	Fault string `json:"fault,omitempty"`
	// Detail says what was seen: the cause, if something is wrong. Next says what to do then.
	Detail string `json:"detail"`
	Next   string `json:"next,omitempty"`
}

// The steps in the order in which they are taken. Each operation is a further step named after it, in the place of Operations.
const (
	Config     = "configuration"
	URL        = "url"
	Name       = "name"
	Connection = "connection"
	TLS        = "tls"
	FirstCall  = "first answer"
	RedirectTo = "redirect"
	Path       = "path"
	HTTP       = "http"
	Secret     = "path secret"
	Operations = "operations"
	WarmCalls  = "warm answers"
	KeepAlive  = "keep-alive"
	Overload   = "overload"
	Rest       = "the rest"
)

var steps = []string{URL, Name, Connection, TLS, FirstCall, RedirectTo, Path, HTTP, Secret, Operations, WarmCalls, KeepAlive, Overload}

func after(step string) []string {
	return steps[slices.Index(steps, step)+1:]
}

// stepOf returns the step that a fault of the first call belongs to.
func stepOf(fault *client.Fault, trace *client.Trace) string {
	switch fault.Name {
	case client.UnknownHost:
		return Name
	case client.ConnectionRefused, client.Unreachable:
		return Connection
	case client.PlainHTTP, client.CertificateExpired, client.CertificateName, client.CertificateAuthority, client.Handshake:
		return TLS
	case client.Redirect:
		return RedirectTo
	case client.NotFound:
		return Path
	case client.RetryAfterMissing, client.RetryAfterZero, client.Overloaded:
		return Overload
	case client.Timeout:
		if !trace.Connected() {
			return Connection
		}
		return FirstCall
	case client.ConnectionBroken:
		return FirstCall
	}
	return HTTP
}

// Worst returns the worst status of the findings.
func Worst(findings []Finding) Status {
	worst := OK
	for _, f := range findings {
		switch {
		case f.Status == Fail:
			return Fail
		case f.Status == Warn:
			worst = Warn
		}
	}
	return worst
}
