// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/rand"

	"workload.example.io/interpreter/test/knative/internal/partners"
)

// testNetworkPolicy follows from pods of four namespaces which connections get through: to an instance, and out of its namespace.
// Without the policy all do.
func (s *suite) testNetworkPolicy(t *testing.T) string {
	s.monitored(t)
	plugin, err := partners.Own("kube-router.yaml")
	s.bring(t, plugin, err)
	s.with(t, "warm monitoring path-secret")
	s.connected(t)
	instance := s.instances(t, 2)[0]
	ip := instance.Status.PodIP
	calls, metrics, function := ip+":8012", ip+":9464", ip+":8080"
	collector, elsewhere := s.clusterIP(t, "monitoring", "prometheus")+":9090", s.podIP(t, "knative-serving", "app=activator")+":8012"
	want := map[string]map[string]bool{
		"default":         {calls: false, metrics: false, function: false},
		"monitoring":      {calls: false, metrics: true, function: false},
		"knative-serving": {calls: true, metrics: false, function: false},
		namespace:         {collector: true, elsewhere: false},
	}
	var dialers []*dialer
	for where, targets := range want {
		dialers = append(dialers, s.dial(t, where, slices.Collect(maps.Keys(targets))...))
	}
	for _, one := range dialers {
		one.reaches(t, "without the policy", func(string) bool { return true })
	}

	start := time.Now()
	s.with(t, "warm monitoring network-policy path-secret")
	for _, one := range dialers {
		one.reaches(t, "with the policy", func(target string) bool { return want[one.namespace][target] })
	}
	took := time.Since(start)
	s.sees(t, "both instances", "sum(up{"+job+"} == 1) == 2", some)
	l := s.begin(t)
	l.flows(t)
	loaded := s.end(t, l, false)
	for _, one := range dialers {
		one.reaches(t, "with the policy, after the load", func(target string) bool { return want[one.namespace][target] })
	}
	if !slices.ContainsFunc(s.instances(t, 2), func(pod corev1.Pod) bool { return pod.UID == instance.UID }) {
		t.Error("want the same instance without and with the policy, it is another one")
	}
	return fmt.Sprintf("enforced by kube-router %.1f s after the command at the latest; calls come in from Knative alone, metrics are read from "+
		"monitoring alone, nobody reaches the function past queue-proxy; out goes a push to monitoring and nothing else; %s", took.Seconds(), loaded)
}

func (s *suite) podIP(t *testing.T, where, selector string) string {
	t.Helper()
	pods, err := s.host.CoreV1().Pods(where).List(t.Context(), metav1.ListOptions{LabelSelector: selector})
	if err != nil || len(pods.Items) == 0 {
		t.Fatalf("want a pod %s in %s, got none, %v", selector, where, err)
	}
	return pods.Items[0].Status.PodIP
}

// dialer is a pod that opens connections to its targets all the time.
type dialer struct {
	namespace string
	targets   []string
	log       func(context.Context) ([]byte, error)
}

// dial starts one, which ends with the test.
func (s *suite) dial(t *testing.T, where string, targets ...string) *dialer {
	t.Helper()
	yes, no, user, now := true, false, int64(65532), int64(0)
	pods := s.host.CoreV1().Pods(where)
	pod, err := pods.Create(t.Context(), &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "dial-" + rand.String(6)}, Spec: corev1.PodSpec{
		AutomountServiceAccountToken: &no,
		Containers: []corev1.Container{{Name: "dial", Image: "dev.local/dial:test", Args: targets, SecurityContext: &corev1.SecurityContext{
			RunAsNonRoot: &yes, RunAsUser: &user, AllowPrivilegeEscalation: &no, Capabilities: &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
			SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}}}},
	}}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = pods.Delete(context.WithoutCancel(t.Context()), pod.Name, metav1.DeleteOptions{GracePeriodSeconds: &now})
	})
	return &dialer{where, targets, func(ctx context.Context) ([]byte, error) {
		return pods.GetLogs(pod.Name, &corev1.PodLogOptions{}).DoRaw(ctx)
	}}
}

// reaches waits until exactly the wanted targets are open.
func (d *dialer) reaches(t *testing.T, when string, wanted func(target string) bool) {
	t.Helper()
	want := map[string]string{}
	for _, target := range d.targets {
		want[target] = "blocked"
		if wanted(target) {
			want[target] = "open"
		}
	}
	eventually(t, when+", what a pod in "+d.namespace+" reaches to be right", func(ctx context.Context) error {
		log, err := d.log(ctx)
		if err != nil {
			return err
		}
		got := map[string]string{}
		for line := range strings.Lines(string(log)) {
			state, target, _ := strings.Cut(strings.TrimSpace(line), " ")
			got[target] = state
		}
		if !maps.Equal(got, want) {
			return fmt.Errorf("want %v, got %v", want, got)
		}
		return nil
	})
}
