// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package capacity

// events is what is to happen, the next first. It is a heap; container/heap would box each of millions of events.
type events struct {
	heap []event
	made int
}

type event struct {
	time  float64
	order int // events at the same time happen in the order in which they were made
	do    func()
}

func (e *events) len() int { return len(e.heap) }

func (e *events) before(i, j int) bool {
	a, b := &e.heap[i], &e.heap[j]
	return a.time < b.time || a.time == b.time && a.order < b.order
}

func (e *events) push(time float64, do func()) {
	e.heap = append(e.heap, event{time, e.made, do})
	e.made++
	for child := len(e.heap) - 1; child > 0; {
		parent := (child - 1) / 2
		if !e.before(child, parent) {
			return
		}
		e.heap[child], e.heap[parent] = e.heap[parent], e.heap[child]
		child = parent
	}
}

func (e *events) pop() (time float64, do func()) {
	first, last := e.heap[0], len(e.heap)-1
	e.heap[0] = e.heap[last]
	e.heap[last] = event{}
	e.heap = e.heap[:last]
	for parent := 0; ; {
		child := 2*parent + 1
		if child+1 < last && e.before(child+1, child) {
			child++
		}
		if child >= last || !e.before(child, parent) {
			return first.time, first.do
		}
		e.heap[child], e.heap[parent] = e.heap[parent], e.heap[child]
		parent = child
	}
}
