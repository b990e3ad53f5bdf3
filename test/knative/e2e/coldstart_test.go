// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// rounds is how often each Service is woken; KNATIVE_COLD_STARTS changes it.
const rounds = 10

// TestColdStart wakes the function as shipped, a default Service, and copies of the function with one setting changed, each
// from no pod at all, in turn, before Karmada is there. What the settings of a Service decide ends when queue-proxy is up; from
// then on the kubelet publishes the pod's address within a second, when it next looks at its containers, and that is the same
// for every Service. So it fails only if the containers of the function run later than those of the default Service.
func TestColdStart(t *testing.T) {
	s := open(t)
	install, _ := s.readme(t)
	for _, command := range install {
		if !strings.Contains(command, "connect-karmada") {
			s.run(t, command)
		}
	}
	n := rounds
	if text := os.Getenv("KNATIVE_COLD_STARTS"); text != "" {
		n, _ = strconv.Atoi(text)
	}
	sleepers := s.sleepers(t)
	for round := range n {
		for _, one := range sleepers {
			s.asleep(t, one.namespace, one.service)
		}
		for i := range sleepers { // each is first now and then
			one := sleepers[(i+round)%len(sleepers)]
			// What was waited for came with a look of the kubelet at its containers, and it looks once a second: without a
			// pause every call would meet the same moment. So the calls are spread evenly over the second.
			time.Sleep(time.Duration(round) * time.Second / time.Duration(n))
			one.taken = append(one.taken, s.wakeOnce(t, one))
		}
		shipped, plain := sleepers[0].taken[round][firstByte], sleepers[1].taken[round][firstByte]
		fmt.Printf("    cold start %d of %d: %d ms, default Service %d ms\n", round+1, n, shipped.Milliseconds(), plain.Milliseconds())
	}
	s.write(t, "cold-start.md", coldStarts(sleepers))
	if got := share(sleepers, containersRun); got > 1 {
		t.Errorf("want the containers to run before the default Service's, got %.2f times as late", got)
	}
}

// share is the median of the function as a part of that of the default Service.
func share(sleepers []*sleeper, step string) float64 {
	return float64(median(sleepers[0].values(step))) / float64(median(sleepers[1].values(step)))
}

// wakeOnce calls a sleeping Service and returns when each step happened, counted from the call.
func (s *suite) wakeOnce(t *testing.T, one *sleeper) map[string]time.Duration {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	line := s.follow(ctx, t, one.namespace, one.service)
	trace := &httptrace.ClientTrace{GotFirstResponseByte: func() { line.note(firstByte, time.Now()) }}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), one.method, one.url, bytes.NewReader(one.body))
	if err != nil {
		t.Fatal(err)
	}
	request.Host = one.host
	request.Header.Set("Content-Type", "application/json")
	start := time.Now()
	s.send(t, request)
	// The next one starts when the node is done with this one.
	eventually(t, "the pod to be ready", func(context.Context) error {
		line.mu.Lock()
		defer line.mu.Unlock()
		for _, condition := range line.pod.Status.Conditions {
			if condition.Type == corev1.PodReady && condition.Status == corev1.ConditionTrue {
				return nil
			}
		}
		return fmt.Errorf("%s is not ready", line.pod.Name)
	})
	s.logs(t, line, one.namespace, one.container)
	took := map[string]time.Duration{}
	for _, step := range steps {
		at, seen := line.at[step]
		if !seen {
			t.Fatalf("want a time for %q, got none", step)
		}
		took[step] = at.Sub(start)
	}
	return took
}

// send sends the request over a connection of its own and wants 200.
func (s *suite) send(t *testing.T, request *http.Request) {
	t.Helper()
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(s.authority)
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: roots}}}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("want 200, got %s, %v: %s", response.Status, err, body)
	}
}
