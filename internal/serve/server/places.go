// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"container/list"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// restful is how long a connection must have been idle before another may have its place.
	restful = 10 * time.Second
	// courtesy is how long a stranger has for a first header before another may have his place. A flood of 4,096 connections
	// then passes within a second.
	courtesy = 50 * time.Millisecond
	// glance is the time between two looks at places that are taken.
	glance = 5 * time.Millisecond
)

// places are the connections that may be open at once. Whoever finds them taken gets the place of a stranger, of one who had
// an answer already or else of the oldest. If there are few strangers, the connection that has been idle for longest loses
// its own. If all are in use, each closes with its next answer, so that those who wait get their turn without a lost call.
//
// A stranger is a connection without a call that has passed the check of the path secret. Strangers have half of the
// places at most.
type places struct {
	mu        sync.Mutex
	freed     sync.Cond
	max       int
	open      int
	strangers list.List // those that had an answer first, then the oldest first
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
			p.scarce.Store(p.open >= p.max)
			p.wait()
			continue
		}
		p.freed.Wait()
	}
	p.scarce.Store(false)
	p.open++
	c.since = time.Now()
	c.place = p.strangers.PushBack(c)
}

// wait waits until a place is free or may be taken from somebody.
func (p *places) wait() {
	timer := time.AfterFunc(glance, p.freed.Broadcast)
	p.freed.Wait()
	timer.Stop()
}

// evict closes the first of the strangers, if they are many, or else the connection that is idle for longest, and reports
// whether there was one. A few strangers may be newcomers with a secret.
func (p *places) evict() bool {
	if oldest := p.strangers.Front(); oldest != nil && p.strangers.Len() > p.max/4 {
		c := oldest.Value.(*conn)
		if time.Since(c.since) < courtesy {
			return false
		}
		p.strangers.Remove(oldest)
		c.place, c.evicted = nil, true
		p.leaving++
		p.evicted.Add(1)
		c.abort()
		return true
	}
	if longest := p.idle.Front(); longest != nil && time.Since(longest.Value.(*conn).since) > restful {
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
		c.since = time.Now()
		c.resting = p.idle.PushBack(c)
	case !idle && c.resting != nil:
		p.idle.Remove(c.resting)
		c.resting = nil
	}
}

// served notes that a connection gets an answer. A stranger who has one loses his place before those who wait for theirs.
func (p *places) served(c *conn) {
	if c.known.Load() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.place != nil {
		p.strangers.MoveToFront(c.place)
		c.since = time.Time{} // no courtesy any more
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

// newcomers is how many connections have not shown a call.
func (p *places) newcomers() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.strangers.Len()
}
