// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/knative/internal/node"
)

// revision is the one that gets the calls.
func (s *suite) revision(t *testing.T) string {
	t.Helper()
	object, err := s.hostDynamic.Resource(services).Namespace(namespace).Get(t.Context(), service, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := unstructured.NestedString(object.Object, "status", "latestReadyRevisionName")
	return name
}

// drained waits until no pod of the revision is left.
func (s *suite) drained(t *testing.T, revision string) {
	t.Helper()
	eventually(t, "the pods of "+revision+" to end", func(ctx context.Context) error {
		list, err := s.host.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{LabelSelector: "serving.knative.dev/revision=" + revision})
		if err == nil && len(list.Items) > 0 {
			err = fmt.Errorf("%d are left", len(list.Items))
		}
		return err
	})
}

// testKill kills every process of every pod of the function, as a crash of the machine below it would: calls in flight are
// lost there, and Karmada has to send them again.
func (s *suite) testKill(t *testing.T) string {
	l := s.begin(t)
	pods, err := s.pods(t.Context(), namespace, service)
	if err != nil || len(pods) == 0 {
		t.Fatalf("want a pod, got %d, %v", len(pods), err)
	}
	killed := 0
	for _, pod := range pods {
		killed += killPod(t, string(pod.UID))
	}
	if killed == 0 {
		t.Error("want processes to kill, found none")
	}
	l.flows(t)
	return fmt.Sprintf("%d processes killed; ", killed) + s.end(t, l, true)
}

// killPod kills what is in the control groups of a pod, which only this test's node has.
func killPod(t *testing.T, uid string) int {
	t.Helper()
	killed := map[int]bool{}
	groups, err := node.ControlGroups()
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range groups {
		err := filepath.WalkDir(group, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.Name() != "cgroup.procs" || !strings.Contains(path, "pod"+uid) {
				return ignoreGone(err)
			}
			content, err := os.ReadFile(path)
			for _, text := range strings.Fields(string(content)) {
				if pid, err := strconv.Atoi(text); err == nil && pid > 1 {
					killed[pid] = true
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
			return ignoreGone(err)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return len(killed)
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENODEV) {
		return nil
	}
	return err
}
