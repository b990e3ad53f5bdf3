// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"testing"
	"time"
)

// testWakeForPush runs the README's last commands on a function that sleeps.
func (s *suite) testWakeForPush(t *testing.T) string {
	_, example := s.readme(t)
	return s.wake(t, "default", map[string]int64{"member1": 2, "member2": 1}, example...)
}

// testWakeForPull does the same with the other policy, in a namespace of its own: member3 asks by an agent of its own.
func (s *suite) testWakeForPull(t *testing.T) string {
	s.run(t, kubectl+"create namespace pull --dry-run=client -o yaml | "+kubectl+"apply --server-side -f -")
	return s.wake(t, "pull", map[string]int64{"member1": 1, "member2": 1, "member3": 1}, kubectl+
		"--namespace pull apply -f knative/karmada/workload-nginx.yaml -f knative/karmada/nginx-propagation-pull.yaml")
}

// kubectl talks to Karmada.
const kubectl = "kubectl --context karmada-apiserver "

// wake runs commands that spread the Workload nginx, which is nowhere before, while the function sleeps.
func (s *suite) wake(t *testing.T, namespace string, want map[string]int64, commands ...string) string {
	s.run(t, kubectl+"--namespace "+namespace+" delete workloads.workload.example.io,propagationpolicies.policy.karmada.io --all")
	s.inMembers(t, namespace, "nginx", nil)
	before, _ := s.complaints(t)
	s.asleep(t, "workload-interpreter", service)
	start := time.Now()
	for _, command := range commands {
		fmt.Print(s.run(t, command))
	}
	s.inMembers(t, namespace, "nginx", want)
	took := time.Since(start)
	s.noComplaints(t, before)
	return fmt.Sprintf("from 0 pods; members have %v after %.1f s, no Warning event", want, took.Seconds())
}
