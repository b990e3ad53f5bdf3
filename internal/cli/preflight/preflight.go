// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package preflight examines an endpoint as a doctor would: it makes the calls that Karmada makes, step by step from the
// name to the warm latency, and says for each step what it found, why, and what to do about it.
//
// It asks each operation about a probe object, a few dozen calls in all, one after the other. It changes nothing, sends no
// more load than a small Karmada, and shows neither the path of the URL nor a certificate's key.
package preflight

import (
	"context"
	"fmt"
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
	// Found hears each finding as soon as it is made; Progress hears what is being waited for.
	Found    func(Finding)
	Progress func(string)
}

// visit is the examination of one target.
type visit struct {
	*Checkup
	target   Target
	client   *client.Client
	findings []Finding
	waits    []time.Duration
}

// Examine returns all findings about a target. A step that cannot be taken because an earlier one failed is skipped. The
// findings are not complete if the context ends.
func (c *Checkup) Examine(ctx context.Context, target Target) []Finding {
	v := &visit{Checkup: c, target: target}
	for _, remark := range target.Remarks {
		v.add(remark)
	}
	if len(target.Subjects) == 0 {
		v.skip(steps...)
		return v.findings
	}
	if !v.address() || !v.firstCall(ctx) {
		return v.findings
	}
	for _, step := range []func(context.Context){v.secret, v.operations, v.warm} {
		if ctx.Err() != nil {
			return v.findings
		}
		step(ctx)
	}
	v.overload()
	return v.findings
}

func (v *visit) add(f Finding) {
	v.findings = append(v.findings, f)
	v.Found(f)
}

func (v *visit) ok(check, format string, args ...any) {
	v.add(Finding{Check: check, Status: OK, Detail: fmt.Sprintf(format, args...)})
}

func (v *visit) warn(check, name, cause, next string) {
	v.add(Finding{Check: check, Status: Warn, Fault: name, Detail: cause, Next: next})
}

func (v *visit) fail(check string, fault *client.Fault) {
	v.add(Finding{Check: check, Status: Fail, Fault: fault.Name, Detail: fault.Cause, Next: fault.Next})
}

// skip names the steps that were not taken.
func (v *visit) skip(checks ...string) {
	v.add(Finding{Check: Rest, Status: Skip, Detail: "not examined: " + strings.Join(checks, ", ")})
}

// address checks the URL by Karmada's rules.
func (v *visit) address() bool {
	timeout := v.target.Timeout
	if timeout == 0 {
		timeout = client.DefaultTimeout
	}
	if err := validate(v.target); err != nil {
		v.fail(URL, err)
		v.skip(after(URL)...)
		return false
	}
	endpoint, err := client.New(v.target.URL, v.target.CABundle, timeout)
	if err != nil {
		v.fail(URL, client.AsFault(err))
		v.skip(after(URL)...)
		return false
	}
	v.client = endpoint
	v.ok(URL, "https, without user, query or fragment")
	if v.target.Timeout == 0 {
		v.warn(URL, "no-time-out", fmt.Sprintf("timeoutSeconds is not set, so Karmada waits %s for a dead endpoint", timeout),
			"set timeoutSeconds: about 10 where instances scale to zero, 3 where one is warm")
	}
	return true
}
