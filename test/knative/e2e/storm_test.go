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

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/interpreter"
)

// calls is the size of the storm.
const calls = 500

// testStorm sends calls all at once to a function that sleeps, each over a connection of its own, as Karmada's client does
// with its timeout and its patience for 503.
func (s *suite) testStorm(t *testing.T) string {
	s.asleep(t, namespace, service)
	config := s.registration(t)
	ctx, stop := context.WithCancel(t.Context())
	most := s.count(ctx)
	var lost atomic.Int32
	var slowest atomic.Int64
	var storm sync.WaitGroup
	start := time.Now()
	for range calls {
		caller, err := client.New(config.url, config.caBundle, time.Duration(config.timeoutSeconds)*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		question := s.question(t)
		storm.Go(func() {
			if err := answered(t.Context(), caller, question); err != nil {
				if lost.Add(1) < 5 {
					t.Error(err)
				}
			}
			for took := int64(time.Since(start)); ; {
				old := slowest.Load()
				if took <= old || slowest.CompareAndSwap(old, took) {
					return
				}
			}
		})
	}
	storm.Wait()
	// The autoscaler counts over a window, so instances may still come when all calls are answered.
	eventually(t, "a second instance", func(context.Context) error {
		if most.Load() < 2 {
			return fmt.Errorf("%d at most", most.Load())
		}
		return nil
	})
	s.asleep(t, namespace, service)
	stop()
	if lost.Load() > 0 {
		t.Errorf("want no call lost, got %d", lost.Load())
	}
	return fmt.Sprintf("%d of %d lost, the last answer after %.1f s; instances 0, %d at most, 0", lost.Load(), calls,
		time.Duration(slowest.Load()).Seconds(), most.Load())
}

// count counts the pods until ctx ends and keeps the highest number.
func (s *suite) count(ctx context.Context) *atomic.Int32 {
	var most atomic.Int32
	go func() {
		for ctx.Err() == nil {
			if pods, err := s.pods(ctx, namespace, service); err == nil {
				most.Store(max(most.Load(), int32(len(pods))))
			}
			select {
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	return &most
}

// answered asks once and wants the right answer.
func answered(ctx context.Context, caller *client.Client, question *interpreter.Request) error {
	reply, err := caller.Ask(ctx, question)
	if err != nil {
		return err
	}
	if reply.Replicas == nil || *reply.Replicas != 3 {
		return fmt.Errorf("want 3 replicas, got %v", reply.Replicas)
	}
	return nil
}
