// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package recording

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/webhook"
)

// Proxy passes calls on to an endpoint with their path as it is, so that the endpoint goes on judging it, and saves those
// that are interpreter calls. A call that cannot be saved is answered all the same.
type Proxy struct {
	dir      string
	redactor *Redactor
	proxy    *httputil.ReverseProxy
	// saved is notified of each file, or of the error that prevented it. It may be called concurrently.
	saved func(name string, call *Call, err error)
	count atomic.Int64
}

// NewProxy returns a proxy to the host of the URL, whose path is not used. The caBundle is PEM, empty for the system's
// roots. With contents Redacted the files hold pseudonyms.
func NewProxy(to *url.URL, caBundle []byte, dir, contents string, saved func(name string, call *Call, err error)) (*Proxy, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if len(caBundle) > 0 {
		roots := x509.NewCertPool()
		if !roots.AppendCertsFromPEM(caBundle) {
			return nil, errors.New("cannot use the CA file: want PEM certificates, got something else")
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	p := &Proxy{dir: dir, saved: saved}
	if contents == Redacted {
		p.redactor = NewRedactor()
	}
	p.proxy = &httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
			r.Out.Host = to.Host
			// The transport requests compression and undoes it itself, so that the answer can be read here.
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: p.capture,
		ErrorHandler:   p.unreachable,
	}
	return p, nil
}

// exchange is a call on its way.
type exchange struct {
	started time.Time
	body    []byte
}

type exchangeKey struct{}

// ServeHTTP passes one call on.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, webhook.MaxBody))
	if err != nil {
		writeStatus(w, http.StatusRequestEntityTooLarge, "cannot record the call: its body is too large or broke off")
		return
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	p.proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, &exchange{started: time.Now(), body: body})))
}

// capture saves the call and leaves the answer as it is.
func (p *Proxy) capture(response *http.Response) error {
	passing := response.Request.Context().Value(exchangeKey{}).(*exchange)
	took := time.Since(passing.started)
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	_ = response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(answer))
	var asked configv1alpha1.ResourceInterpreterContext
	if json.Unmarshal(passing.body, &asked) != nil || asked.Request == nil {
		return nil
	}
	call := &Call{Recording: Whole, Time: passing.started, Milliseconds: float64(took.Microseconds()) / 1000, Request: asked.Request,
		Answer: Answer{Status: response.StatusCode, Warnings: response.Header.Values("Warning")}}
	name, err := p.save(call, answer)
	p.saved(name, call, err)
	return nil
}

func (p *Proxy) save(call *Call, body []byte) (string, error) {
	var answer configv1alpha1.ResourceInterpreterContext
	var err error
	if json.Unmarshal(body, &answer) == nil && answer.Response != nil {
		if call.Answer.RawResponse, err = readable(answer.Response); err != nil {
			return "", err
		}
	}
	if p.redactor != nil {
		redactor := &Redactor{key: p.redactor.key, seen: map[string]bool{}}
		if err := redactor.call(call); err != nil {
			return "", err
		}
	}
	return call.save(p.dir, int(p.count.Add(1)))
}

// call redacts a call in place.
func (r *Redactor) call(call *Call) error {
	request, err := json.Marshal(call.Request)
	if err != nil {
		return err
	}
	if request, err = r.JSON(request); err != nil {
		return err
	}
	call.Recording, call.Request = Redacted, nil
	if err := json.Unmarshal(request, &call.Request); err != nil {
		return fmt.Errorf("cannot redact the request: %w", err)
	}
	for i := range call.Answer.Warnings {
		call.Answer.Warnings[i] = r.pseudonym(call.Answer.Warnings[i])
	}
	if call.Answer.RawResponse != nil {
		call.Answer.RawResponse, err = r.JSON(call.Answer.RawResponse)
	}
	return err
}

// unreachable answers for an endpoint that does not.
func (p *Proxy) unreachable(w http.ResponseWriter, r *http.Request, err error) {
	p.saved("", nil, fmt.Errorf("cannot reach the endpoint: %s", client.RootCause(err)))
	writeStatus(w, http.StatusBadGateway, "the recording proxy cannot reach the endpoint")
}

func writeStatus(w http.ResponseWriter, code int32, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(int(code))
	_ = json.NewEncoder(w).Encode(&metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusFailure, Code: code, Message: message,
	})
}
