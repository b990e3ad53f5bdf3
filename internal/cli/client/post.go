// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"bytes"
	"context"
	"encoding/json"
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
	// maxAnswer bounds an answer: a patch can hold a whole object of a few MiB.
	maxAnswer = 16 << 20
	// maxRetries is how often client-go sends a call again that was answered with Retry-After.
	maxRetries = 10
	// userAgent is Karmada's, so that whatever stands before the endpoint treats the call in the same way.
	userAgent = "kube-apiserver-admission"
)

// answer is one HTTP answer, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
	http   *http.Response
	url    *url.URL
}

func encode(request *interpreter.Request) ([]byte, error) {
	return json.Marshal(&configv1alpha1.ResourceInterpreterContext{
		TypeMeta: metav1.TypeMeta{APIVersion: configv1alpha1.GroupName + "/v1alpha1", Kind: "ResourceInterpreterContext"},
		Request:  request,
	})
}

// post sends one call and reads the answer. Its errors may quote the URL.
func (c *Client) post(ctx context.Context, body []byte) (*answer, error) {
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
	response, err := c.http.Do(call)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil { // an endpoint may answer just because it is given up
		return nil, err
	}
	return &answer{status: response.StatusCode, header: response.Header, body: data, http: response, url: c.url}, nil
}

// retryAfter tells how long client-go would wait before it sends the call again, 0 if it would not.
func retryAfter(a *answer) (time.Duration, *Fault) {
	if a.status != http.StatusTooManyRequests && a.status < http.StatusInternalServerError {
		return 0, nil
	}
	value := a.header.Get("Retry-After")
	seconds, err := strconv.Atoi(value)
	if err != nil || seconds < 0 {
		if a.status != http.StatusTooManyRequests && a.status != http.StatusServiceUnavailable {
			return 0, nil
		}
		return 0, &Fault{Name: RetryAfterMissing,
			Cause: fmt.Sprintf("the endpoint answered %d without Retry-After in seconds, so Karmada fails the call at once", a.status),
			Next:  "send Retry-After: 1 with every 429 and 503, then Karmada tries again within its time-out"}
	}
	if seconds == 0 {
		return 0, &Fault{Name: RetryAfterZero,
			Cause: fmt.Sprintf("the endpoint answered %d with Retry-After: 0, so Karmada repeats the call %d times without a pause", a.status, maxRetries),
			Next:  "send Retry-After: 1 or more"}
	}
	return time.Duration(seconds) * time.Second, nil
}

// roundTripper lets a handler answer without a network.
type roundTripper struct {
	handler http.Handler
}

func (t roundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &responseWriter{header: http.Header{}, code: http.StatusOK}
	t.handler.ServeHTTP(w, r)
	return &http.Response{
		Status: http.StatusText(w.code), StatusCode: w.code, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.header, Body: io.NopCloser(&w.body), ContentLength: int64(w.body.Len()), Request: r,
	}, nil
}

type responseWriter struct {
	header http.Header
	code   int
	body   bytes.Buffer
}

func (w *responseWriter) Header() http.Header            { return w.header }
func (w *responseWriter) WriteHeader(code int)           { w.code = code }
func (w *responseWriter) Write(data []byte) (int, error) { return w.body.Write(data) }
