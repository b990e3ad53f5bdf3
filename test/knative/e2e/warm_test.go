// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// testWarm drains one of the two instances, as a node is drained, and kills one, as a node dies.
func (s *suite) testWarm(t *testing.T) string {
	s.with(t, "warm path-secret")
	s.connected(t, "TIMEOUT_SECONDS=3")
	pods := s.instances(t, 2)

	l := s.begin(t)
	eviction := &policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Name: pods[0].Name, Namespace: namespace}}
	if err := s.host.PolicyV1().Evictions(namespace).Evict(t.Context(), eviction); err != nil {
		t.Fatal(err)
	}
	eviction.Name = pods[1].Name
	refused := s.host.PolicyV1().Evictions(namespace).Evict(t.Context(), eviction)
	l.flows(t)
	s.instances(t, 2)
	evicted := s.end(t, l, false)
	if refused == nil {
		t.Error("want the eviction of the second instance beside the first to be refused, it was not")
	}

	pods = s.instances(t, 2)
	l = s.begin(t)
	processes := killPod(t, string(pods[0].UID))
	l.flows(t)
	killed := s.end(t, l, true)
	if processes == 0 {
		t.Error("want processes to kill, found none")
	}
	s.instances(t, 2)
	return fmt.Sprintf("evicted: %s, and the budget refuses the second; killed: %s", evicted, killed)
}

// instances waits until exactly n instances are ready and returns them.
func (s *suite) instances(t *testing.T, n int) []corev1.Pod {
	t.Helper()
	var ready []corev1.Pod
	eventually(t, fmt.Sprintf("%d instances to be ready", n), func(ctx context.Context) error {
		pods, err := s.pods(ctx, namespace, service)
		if err != nil {
			return err
		}
		ready = nil
		for _, pod := range pods {
			for _, condition := range pod.Status.Conditions {
				if condition.Type == corev1.PodReady && condition.Status == corev1.ConditionTrue && pod.DeletionTimestamp == nil {
					ready = append(ready, pod)
				}
			}
		}
		if len(ready) != n || len(pods) != n {
			return fmt.Errorf("%d of %d are", len(ready), len(pods))
		}
		return nil
	})
	return ready
}
