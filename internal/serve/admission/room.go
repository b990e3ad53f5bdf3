// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"container/list"
	"context"
	"time"
)

// room is an amount of memory in bytes. Whoever finds it taken waits in a queue.
type room struct {
	capacity, taken int64
	most            int // how many may wait
	lightestFirst   bool
	queue           list.List
}

// waiter is a call in the queue of a room.
type waiter struct {
	weight int64
	ready  chan struct{}
	gone   chan struct{} // a lighter call has taken the last place in the queue
}

// take takes room for a weight and reports whether there was any within maxWait. The caller holds the lock, which is free
// while take waits.
func (l *Limits) take(ctx context.Context, r *room, weight int64) bool {
	if r.queue.Len() == 0 && r.taken+weight <= r.capacity {
		r.taken += weight
		return true
	}
	if r.queue.Len() >= r.most && !r.makePlace(weight) {
		return false
	}
	w := &waiter{weight: weight, ready: make(chan struct{}), gone: make(chan struct{})}
	place := r.line(w)
	l.watch()
	l.mu.Unlock()
	w.wait(ctx)
	l.mu.Lock()
	select {
	case <-w.ready:
		return true
	default:
	}
	r.queue.Remove(place)
	r.admit() // the next one may be lighter
	return false
}

// makePlace sends away the heaviest of those that wait, if the lightest go first and the weight is lighter: calls as heavy as
// can be, of which some never end, would otherwise keep the others out of a queue that is full.
func (r *room) makePlace(weight int64) bool {
	last := r.queue.Back()
	if !r.lightestFirst || last == nil || last.Value.(*waiter).weight <= weight {
		return false
	}
	close(r.queue.Remove(last).(*waiter).gone)
	return true
}

// line puts a waiter in the queue.
func (r *room) line(w *waiter) *list.Element {
	behind := r.queue.Back()
	for r.lightestFirst && behind != nil && behind.Value.(*waiter).weight > w.weight {
		behind = behind.Prev()
	}
	if behind == nil {
		return r.queue.PushFront(w)
	}
	return r.queue.InsertAfter(w, behind)
}

// wait waits for room, at most for maxWait and as long as somebody wants the answer.
func (w *waiter) wait(ctx context.Context) {
	timer := time.NewTimer(maxWait)
	defer timer.Stop()
	select {
	case <-w.ready:
	case <-w.gone:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// give gives room back. The caller holds the lock of the Limits.
func (r *room) give(weight int64) {
	r.taken -= weight
	r.admit()
}

// admit lets in whoever is first in the queue and finds room.
func (r *room) admit() {
	for front := r.queue.Front(); front != nil; front = r.queue.Front() {
		w := front.Value.(*waiter)
		if r.taken+w.weight > r.capacity {
			return
		}
		r.taken += w.weight
		r.queue.Remove(front)
		close(w.ready)
	}
}
