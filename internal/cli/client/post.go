// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
)

const (
	// maxAnswer bounds what is kept in memory. Karmada has no such bound; an answer that comes near it serves nobody, since
	// Kubernetes stores objects of up to 1.5 MiB.
	maxAnswer = 128 << 20
	// maxRetries is how often client-go repeats a call that was answered with Retry-After.
	maxRetries = 10
	// maxDrained is what client-go reads of an answer that it throws away, to use the connection again.
	maxDrained = 2 << 10
	// userAgent is Karmada's, so that whatever stands before the endpoint treats the call in the same way.
	userAgent = "kube-apiserver-admission"
)

// answer is one HTTP answer, read to its end.
type answer struct {
	status    int
	header    http.Header
	body      []byte
	url       *url.URL
	redirects []redirect
	waits     []time.Duration
}

func encode(request *interpreter.Request) ([]byte, error) {
	return json.Marshal(&configv1alpha1.ResourceInterpreterContext{
		TypeMeta: metav1.TypeMeta{APIVersion: configv1alpha1.GroupVersion.String(), Kind: contextKind},
		Request:  request,
	})
}

// postWithRetry repeats the call as long as the answer asks for that, as client-go does, and reads the last answer.
func (c *Client) postWithRetry(ctx context.Context, tracer *tracer, body []byte) (*answer, *Fault) {
	for tries := 0; ; tries++ {
		response, err := c.post(tracer.attach(ctx), body)
		if err != nil {
			return nil, c.explain(ctx, err, tracer.copy())
		}
		tracer.answered(response)
		wait, again := pause(response)
		if !again || tries == maxRetries {
			return c.readAnswer(ctx, response, tracer)
		}
		_, _ = io.CopyN(io.Discard, response.Body, maxDrained)
		_ = response.Body.Close()
		tracer.note(func(trace *Trace) { trace.Waits = append(trace.Waits, wait) })
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			if errors.Is(context.Cause(ctx), context.Canceled) {
				return nil, interrupted()
			}
			return nil, &Fault{Name: Overloaded, Cause: fmt.Sprintf(
				"the endpoint answered %d and asked to wait %s, more than the timeout of %s leaves", response.StatusCode, wait, c.timeout),
				Next: "allow more instances or requests at a time, or raise timeoutSeconds of the webhook"}
		}
	}
}

// post sends one call and returns the answer with its body still to be read. Errors may quote the URL.
func (c *Client) post(ctx context.Context, body []byte) (*http.Response, error) {
	u := *c.url
	if deadline, ok := ctx.Deadline(); ok {
		u.RawQuery = "timeout=" + strconv.Itoa(int(math.Ceil(time.Until(deadline).Seconds()))) + "s"
	}
	call, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	call.Header.Set("Content-Type", "application/json")
	call.Header.Set("Accept", "application/json, */*")
	call.Header.Set("User-Agent", userAgent)
	return c.http.Do(call)
}

// readAnswer reads the body of the answer to its end and closes it.
func (c *Client) readAnswer(ctx context.Context, response *http.Response, tracer *tracer) (*answer, *Fault) {
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err == nil {
		err = ctx.Err() // an endpoint may answer only because the caller gave up
	}
	trace := tracer.copy()
	if err != nil {
		return nil, c.explain(ctx, err, trace)
	}
	return &answer{status: response.StatusCode, header: response.Header, body: body, url: c.url,
		redirects: trace.redirects, waits: trace.Waits}, nil
}

// pause returns how long client-go waits before it repeats a call that was answered in this way. It reports false for an
// answer that is final.
func pause(response *http.Response) (time.Duration, bool) {
	if response.StatusCode != http.StatusTooManyRequests && response.StatusCode < http.StatusInternalServerError {
		return 0, false
	}
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	return time.Duration(seconds) * time.Second, err == nil
}
