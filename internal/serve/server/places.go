// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"container/list"
	"sync"
	"sync/atomic"
	"time"
)

// restful is how long a connection must have been idle before another may have its place.
const restful = 10 * time.Second

// places are the connections that may be open at once. Whoever finds them taken gets the place of the oldest stranger, or
// else of the connection that has been idle for longest. If all are in use, each closes with its next answer, so that
// those who wait get their turn without a lost call.
//
// A stranger is a connection without a call that has passed the check of the path secret. Strangers have half of the
// places at most.
type places struct {
	mu        sync.Mutex
	freed     sync.Cond
	max       int
	open      int
	strangers list.List // oldest first
	idle      list.List // longest idle first
	leaving   int       // strangers whose connection was closed and who are not gone yet
	scarce    atomic.Bool
	evicted   atomic.Int64
}

func newPlaces(most int) *places {
	p := &places{max: most}
	p.freed.L = &p.mu
	return p
}

// enter gives a connection a place as soon as there is one.
func (p *places) enter(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.open >= p.max || p.strangers.Len()+p.leaving >= max(1, p.max/2) {
		if p.leaving == 0 && !p.evict() {
			p.scarce.Store(true)
			p.wait()
			continue
		}
		p.freed.Wait()
	}
	p.scarce.Store(false)
	p.open++
	c.place = p.strangers.PushBack(c)
}

// wait waits until a place is free or a connection may have become restful.
func (p *places) wait() {
	timer := time.AfterFunc(time.Second, p.freed.Broadcast)
	p.freed.Wait()
	timer.Stop()
}

// evict closes the oldest stranger or else the connection that is idle for longest, and reports whether there was one.
func (p *places) evict() bool {
	if oldest := p.strangers.Front(); oldest != nil {
		c := oldest.Value.(*conn)
		p.strangers.Remove(oldest)
		c.place, c.evicted = nil, true
		p.leaving++
		p.evicted.Add(1)
		c.abort()
		return true
	}
	if longest := p.idle.Front(); longest != nil && time.Since(longest.Value.(*conn).idleSince) > restful {
		c := longest.Value.(*conn)
		p.idle.Remove(longest)
		c.resting, c.evicted = nil, true
		p.leaving++
		c.abort()
		return true
	}
	return false
}

// know makes a stranger one who is known.
func (p *places) know(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.place != nil {
		p.strangers.Remove(c.place)
		c.place = nil
		p.freed.Broadcast()
	}
	c.known.Store(true)
}

// rest notes that a connection waits for its next call, or no longer does.
func (p *places) rest(c *conn, idle bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case idle && c.known.Load() && c.resting == nil && !c.evicted:
		c.idleSince = time.Now()
		c.resting = p.idle.PushBack(c)
	case !idle && c.resting != nil:
		p.idle.Remove(c.resting)
		c.resting = nil
	}
}

// leave frees the place of a connection.
func (p *places) leave(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.place != nil {
		p.strangers.Remove(c.place)
	}
	if c.resting != nil {
		p.idle.Remove(c.resting)
	}
	if c.evicted {
		p.leaving--
	}
	c.place, c.resting = nil, nil
	p.open--
	p.freed.Broadcast()
}

// hurry gives the strangers that are there a second more, so that the end does not wait for them.
func (p *places) hurry() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for e := p.strangers.Front(); e != nil; e = e.Next() {
		_ = e.Value.(*conn).SetReadDeadline(time.Time{})
	}
}
