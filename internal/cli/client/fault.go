// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

// Fault is one thing that is wrong with an endpoint or with the way to it.
type Fault struct {
	// Name is one of the constants of this package, for programs.
	Name string `json:"name"`
	// Cause says what is wrong, Next what to do about it. Neither holds the path of the URL.
	Cause string `json:"cause"`
	Next  string `json:"next"`
}

// Error returns cause and next step in one line.
func (f *Fault) Error() string { return f.Cause + "; " + f.Next }

// The names of all faults of a call.
const (
	BadURL               = "bad-url"
	BadBundle            = "bad-ca-bundle"
	BadRequest           = "bad-request"
	Interrupted          = "interrupted"
	UnknownHost          = "unknown-host"
	ConnectionRefused    = "connection-refused"
	Unreachable          = "unreachable"
	PlainHTTP            = "plain-http"
	CertificateExpired   = "certificate-expired"
	CertificateName      = "certificate-wrong-name"
	CertificateAuthority = "certificate-unknown-authority"
	Handshake            = "tls-handshake"
	Timeout              = "timeout"
	ConnectionBroken     = "connection-broken"
	Redirect             = "redirect"
	NotFound             = "not-found"
	HTTPStatus           = "http-status"
	Overloaded           = "overloaded"
	RetryAfterMissing    = "retry-after-missing"
	RetryAfterZero       = "retry-after-zero"
	HTML                 = "html"
	NotJSON              = "not-json"
	WrongUID             = "wrong-uid"
	NoResponse           = "no-response"
	InvalidAnswer        = "invalid-answer"
)

// The names of what Karmada tolerates, beside HTTPStatus, Redirect, RetryAfterZero and NotJSON.
const (
	ContentType   = "content-type"
	TypeMissing   = "no-api-version"
	LooseJSON     = "ignored-members"
	LargeAnswer   = "large-answer"
	WarningHeader = "warning-header"
	ComponentName = "component-name"
)

// Unanswered reports whether the endpoint was unreachable, so that further requests would fail too.
func (f *Fault) Unanswered() bool {
	switch f.Name {
	case Interrupted, UnknownHost, ConnectionRefused, Unreachable, PlainHTTP, CertificateExpired, CertificateName,
		CertificateAuthority, Handshake, Timeout, NotFound, Redirect:
		return true
	}
	return false
}

func interrupted() *Fault {
	return &Fault{Name: Interrupted, Cause: "the call was interrupted", Next: "call again"}
}
