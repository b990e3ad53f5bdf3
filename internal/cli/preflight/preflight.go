// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package preflight examines an endpoint before Karmada depends on it. It makes the calls that Karmada makes, from name
// resolution to warm latency, and reports for each step what it found, why, and what to do about it.
//
// It sends each operation with a probe object, a few dozen calls in all, one after the other. It changes nothing, causes no
// more load than a small Karmada, and shows neither the path of the URL nor a certificate's key.
package preflight

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/interpreter"
)

// Target is one webhook to examine.
type Target struct {
	// Name is configuration/webhook, empty for a bare URL.
	Name string
	// URL and CABundle are those of clientConfig.
	URL      string
	CABundle []byte
	// Timeout is timeoutSeconds, 0 if it is not set.
	Timeout time.Duration
	// Subjects are what is asked.
	Subjects []Subject
	// Remarks are findings about the configuration itself.
	Remarks []Finding
}

// Subject is a probe object, as JSON, and the operations to ask about it.
type Subject struct {
	Object     []byte
	Operations []interpreter.Operation
}

// Checkup examines targets.
type Checkup struct {
	// Calls is the number of warm calls that are timed.
	Calls int
	// Report is called with each finding as soon as it is made, Progress with what is being waited for.
	Report   func(Finding)
	Progress func(string)
}

// run is the examination of one target.
type run struct {
	*Checkup
	target   Target
	client   *client.Client
	findings []Finding
	waits    []time.Duration
	known    map[string]bool // what is tolerated and has been reported
}

// Examine returns all findings about a target. A step that cannot be taken because an earlier one failed is skipped. The
// findings are not complete if the context ends.
func (c *Checkup) Examine(ctx context.Context, target Target) []Finding {
	r := &run{Checkup: c, target: target, known: map[string]bool{}}
	for _, remark := range target.Remarks {
		r.add(remark)
	}
	if len(target.Subjects) == 0 {
		r.skip(steps...)
		return r.findings
	}
	if !r.address() || !r.firstCall(ctx) {
		return r.findings
	}
	for _, step := range []func(context.Context){r.secret, r.operations, r.warm} {
		if ctx.Err() != nil {
			return r.findings
		}
		step(ctx)
	}
	r.overload()
	return r.findings
}

func (r *run) add(f Finding) {
	r.findings = append(r.findings, f)
	r.Report(f)
}

func (r *run) ok(check, format string, args ...any) {
	r.add(Finding{Check: check, Status: OK, Detail: fmt.Sprintf(format, args...)})
}

func (r *run) warn(check, name, cause, next string) {
	r.add(Finding{Check: check, Status: Warn, Fault: name, Detail: cause, Next: next})
}

func (r *run) fail(check string, fault *client.Fault) {
	r.add(Finding{Check: check, Status: Fail, Fault: fault.Name, Detail: fault.Cause, Next: fault.Next})
}

// tolerated warns of what Karmada's client tolerates, of each kind once in a run, and reports whether there was anything new.
// With names only these count.
func (r *run) tolerated(check string, response *client.Response, names ...string) bool {
	found := false
	for _, fault := range response.Tolerated {
		if r.known[fault.Name] || isUnstorable(fault) || len(names) > 0 && !slices.Contains(names, fault.Name) {
			continue
		}
		r.known[fault.Name], found = true, true
		r.warn(check, fault.Name, fault.Cause, fault.Next)
	}
	return found
}

// skip names the steps that were not taken.
func (r *run) skip(checks ...string) {
	r.add(Finding{Check: Rest, Status: Skip, Detail: "not examined: " + strings.Join(checks, ", ")})
}

// address checks the URL by Karmada's rules.
func (r *run) address() bool {
	timeout := r.target.Timeout
	if timeout == 0 {
		timeout = client.DefaultTimeout
	}
	if err := validate(r.target); err != nil {
		r.fail(URL, err)
		r.skip(after(URL)...)
		return false
	}
	endpoint, err := client.New(r.target.URL, r.target.CABundle, timeout)
	if err != nil {
		r.fail(URL, client.AsFault(err))
		r.skip(after(URL)...)
		return false
	}
	r.client = endpoint
	r.ok(URL, "https, without user, query or fragment")
	if r.target.Timeout == 0 {
		r.warn(URL, "no-timeout", fmt.Sprintf("timeoutSeconds is not set, so Karmada waits %s for a dead endpoint", timeout),
			"set timeoutSeconds: about 10 where instances scale to zero, 3 where one is warm")
	}
	return true
}
