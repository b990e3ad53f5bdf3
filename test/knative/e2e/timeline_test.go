// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// steps of a cold start, in the order in which they happen.
var steps = []string{"autoscaler: Deployment wants one", "pod: created", "pod: scheduled", "sandbox: asked for", "sandbox: up",
	"process: first line of its log", containersRun, "probe: address published", firstByte}

const (
	containersRun = "process: first line of queue-proxy"
	firstByte     = "first byte"
)

// timeline notes when each step of one cold start happened first.
type timeline struct {
	mu  sync.Mutex
	at  map[string]time.Time
	pod *corev1.Pod
}

func (l *timeline) note(step string, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, seen := l.at[step]; !seen {
		l.at[step] = at
	}
}

// follow watches the Service's objects until ctx ends.
func (s *suite) follow(ctx context.Context, t *testing.T, namespace, service string) *timeline {
	t.Helper()
	l := &timeline{at: map[string]time.Time{}}
	options := metav1.ListOptions{LabelSelector: "serving.knative.dev/service=" + service}
	deployments, err1 := s.host.AppsV1().Deployments(namespace).Watch(ctx, options)
	pods, err2 := s.host.CoreV1().Pods(namespace).Watch(ctx, options)
	options.LabelSelector += ",networking.internal.knative.dev/serviceType=Private"
	slices, err3 := s.host.DiscoveryV1().EndpointSlices(namespace).Watch(ctx, options)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	for _, watcher := range []watch.Interface{deployments, pods, slices} {
		go func() {
			for event := range watcher.ResultChan() {
				l.event(time.Now(), event.Object)
			}
		}()
	}
	return l
}

func (l *timeline) event(now time.Time, object any) {
	switch o := object.(type) {
	case *appsv1.Deployment:
		if o.Spec.Replicas != nil && *o.Spec.Replicas > 0 {
			l.note("autoscaler: Deployment wants one", now)
		}
	case *corev1.Pod:
		l.note("pod: created", now)
		if o.Spec.NodeName != "" {
			l.note("pod: scheduled", now)
		}
		l.mu.Lock()
		l.pod = o
		l.mu.Unlock()
	case *discoveryv1.EndpointSlice:
		if len(o.Endpoints) > 0 {
			l.note("probe: address published", now)
		}
	}
}

// logs adds what stands in the logs of containerd and of the pod's containers.
func (s *suite) logs(t *testing.T, l *timeline, namespace, container string) {
	t.Helper()
	l.mu.Lock()
	pod := l.pod
	l.mu.Unlock()
	if pod == nil {
		t.Fatal("want a pod, saw none")
	}
	asked := regexp.MustCompile(`^time="([^"]+)" .*RunPodSandbox for .*Name:` + regexp.QuoteMeta(pod.Name) + `,.*\}"$`)
	up := regexp.MustCompile(`^time="([^"]+)" .*RunPodSandbox for .*Name:` + regexp.QuoteMeta(pod.Name) + `,.*returns sandbox id`)
	s.grep(t, filepath.Join(s.state, "logs", "containerd.log"), func(line string) {
		for step, pattern := range map[string]*regexp.Regexp{"sandbox: asked for": asked, "sandbox: up": up} {
			if match := pattern.FindStringSubmatch(line); match != nil {
				l.note(step, parse(t, match[1]))
			}
		}
	})
	folder := filepath.Join(s.state, "pods", fmt.Sprintf("%s_%s_%s", namespace, pod.Name, pod.UID))
	for step, name := range map[string]string{"process: first line of its log": container, containersRun: "queue-proxy"} {
		s.grep(t, filepath.Join(folder, name, "0.log"), func(line string) {
			at, _, _ := strings.Cut(line, " ")
			l.note(step, parse(t, at))
		})
	}
}

func (s *suite) grep(t *testing.T, path string, each func(string)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		each(lines.Text())
	}
}

func parse(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
