// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"workload.example.io/interpreter/internal/cli/client"
)

// load is what calls the function while something happens to it: Karmada, whose Workloads change all the time, and callers
// beside it that call as Karmada does.
type load struct {
	caller         atomic.Pointer[client.Client]
	answered, lost atomic.Int64
	changes        atomic.Int64
	mu             sync.Mutex
	faults         []string
	stop           context.CancelFunc
	running        sync.WaitGroup
	warningsBefore int64
}

const (
	loadNamespace = "load"
	loadObjects   = 4
	callers       = 8

	// pause is that of each caller between two calls: many calls are in flight at any event, and a core is left for Karmada.
	pause = 20 * time.Millisecond
)

// begin starts the load and waits until it flows.
func (s *suite) begin(t *testing.T) *load {
	t.Helper()
	l := &load{}
	l.warningsBefore, _ = s.complaints(t)
	l.caller.Store(s.caller(t))
	s.loadObjects(t)
	ctx, stop := context.WithCancel(t.Context())
	l.stop = stop
	for range callers {
		question := s.question(t)
		l.running.Go(func() {
			pace := time.NewTicker(pause)
			defer pace.Stop()
			for ctx.Err() == nil {
				<-pace.C
				err := answered(context.WithoutCancel(ctx), l.caller.Load(), question)
				if err == nil {
					l.answered.Add(1)
					continue
				}
				l.lost.Add(1)
				l.mu.Lock()
				l.faults = append(l.faults, err.Error())
				l.mu.Unlock()
			}
		})
	}
	l.running.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			s.scale(ctx, n%loadObjects, int64(3+n%7))
			l.changes.Add(1)
			select {
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
		}
	})
	l.flows(t)
	return l
}

// flows waits for so many answers and changes more that the load has met the state the function is in.
func (l *load) flows(t *testing.T) {
	t.Helper()
	answered, changes := l.answered.Load()+500, l.changes.Load()+20
	eventually(t, "the load to flow", func(context.Context) error {
		if l.answered.Load() < answered || l.changes.Load() < changes {
			return fmt.Errorf("%d answered, %d lost", l.answered.Load(), l.lost.Load())
		}
		return nil
	})
}

// loadObjects makes the Workloads that change.
func (s *suite) loadObjects(t *testing.T) {
	t.Helper()
	s.run(t, kubectl+"create namespace "+loadNamespace+" --dry-run=client -o yaml | "+kubectl+"apply --server-side -f -")
	for n := range loadObjects {
		s.run(t, fmt.Sprintf("sed 's/\\bname: nginx$/name: nginx-%d/; s/name: nginx-propagation/&-%d/' knative/karmada/workload-nginx.yaml "+
			"<(echo ---) knative/karmada/nginx-propagation-pull.yaml | %s apply --server-side --force-conflicts --namespace %s -f -", n, n, kubectl, loadNamespace))
	}
}

func (s *suite) scale(ctx context.Context, n int, replicas int64) {
	patch := fmt.Appendf(nil, `{"spec":{"replicas":%d}}`, replicas)
	_, _ = s.karmada.Resource(workloads).Namespace(loadNamespace).Patch(ctx, fmt.Sprintf("nginx-%d", n), types.MergePatchType, patch,
		metav1.PatchOptions{})
}

// end stops the load, gives every Workload its last size and waits until the members have it. What Karmada has complained
// about, it has sent again: otherwise the members would not have the right replicas.
func (s *suite) end(t *testing.T, l *load, mayLose bool) string {
	t.Helper()
	l.stop()
	l.running.Wait()
	for n := range loadObjects {
		s.scale(t.Context(), n, int64(6+3*n))
	}
	for n := range loadObjects {
		each := int64(2 + n)
		s.inMembers(t, loadNamespace, fmt.Sprintf("nginx-%d", n), map[string]int64{"member1": each, "member2": each, "member3": each})
	}
	warned, messages := s.complaints(t)
	warned -= l.warningsBefore
	if !mayLose && (warned > 0 || l.lost.Load() > 0) {
		t.Errorf("want no call lost, got %d of the callers: %v; Karmada complained %d times: %v", l.lost.Load(), l.faults, warned, messages)
	}
	return fmt.Sprintf("%d calls and %d changes in Karmada; %d calls lost, Karmada complained %d times; final state right",
		l.answered.Load(), l.changes.Load(), l.lost.Load(), warned)
}

// deploy runs the README's deployment with another image.
func (s *suite) deploy(t *testing.T, image string) {
	t.Helper()
	before := s.revision(t)
	s.run(t, "make deploy-knative CONTEXT=host", "IMAGE="+image)
	if after := s.revision(t); after == before {
		t.Errorf("want a new revision, got %s again", after)
	}
	s.drained(t, before)
}

func (s *suite) testNewRevision(t *testing.T) string {
	l := s.begin(t)
	s.deploy(t, "dev.local/interpreter:next")
	l.flows(t)
	return s.end(t, l, false)
}

// testRollback deploys the former image again.
func (s *suite) testRollback(t *testing.T) string {
	l := s.begin(t)
	s.deploy(t, "dev.local/interpreter:test")
	l.flows(t)
	return s.end(t, l, false)
}

// testRotation replaces the path secret that the first deployment made by one of one's own, in the three steps that the overlay
// describes.
func (s *suite) testRotation(t *testing.T) string {
	l := s.begin(t)
	before := s.revision(t)
	s.run(t, "echo INTERPRETER_PATH_SECRETS=$(openssl rand -hex 32),$OLD > "+secretsFile, "OLD="+s.secret(t))
	s.with(t, "path-secret")
	s.drained(t, before)
	s.run(t, "make connect-karmada CONTEXT=host KARMADA_CONTEXT=karmada-apiserver")
	formerly := l.caller.Load()
	l.caller.Store(s.caller(t))
	l.flows(t)
	s.run(t, "sed -i 's/,.*//' "+secretsFile)
	s.deploy(t, "dev.local/interpreter:test")
	l.flows(t)
	if err := answered(t.Context(), formerly, s.question(t)); err == nil {
		t.Error("want the former secret to be refused, it was accepted")
	}
	return s.end(t, l, false)
}
