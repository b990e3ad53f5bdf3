// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package capacity

// What the container's server does with connections (internal/serve/server/places.go).
const (
	maxConnections = 512  // MAX_CONNECTIONS, per instance
	restful        = 10.0 // seconds after which an idle connection may lose its place to a new one
)

// instance is one of the interpreter.
type instance struct {
	free    float64 // when its CPU has done all that came
	open    int     // connections that have a place
	idle    []rest  // connections that rest, longest first; some have been used since
	backlog []func()
	woken   bool // somebody will look at the backlog
}

// rest is a connection that rests since a time.
type rest struct {
	c     *connection
	since float64
}

// connection is that of one worker. It stays open between calls for longer than a simulation lasts, unless it loses its
// place.
type connection struct {
	instance *instance
	open     bool
	idle     bool
	since    float64
}

// callOver asks over the connection and opens it if need be, to the next instance in turn.
func (s *sim) callOver(c *connection, cpu float64, done func()) {
	began := s.now
	s.after(s.callTime/2, func() {
		send := func() {
			c.idle = false
			s.work(c.instance, cpu, began, done, func() { s.answered(c) })
		}
		if c.open {
			send()
			return
		}
		s.next++
		c.instance = &s.instances[s.next%len(s.instances)]
		s.enter(c, func() {
			s.spend(c.instance, s.handshake)
			send()
		})
	})
}

// answered says that the connection has had its answer: it closes if others wait for its place, or rests.
func (s *sim) answered(c *connection) {
	i := c.instance
	if len(i.backlog) > 0 {
		c.open = false
		i.open--
		s.admit(i)
		return
	}
	c.idle, c.since = true, s.now
	i.idle = append(i.idle, rest{c, s.now})
}

// enter gives the connection a place as soon as there is one.
func (s *sim) enter(c *connection, then func()) {
	i := c.instance
	take := func() {
		i.open++
		c.open = true
		then()
	}
	if len(i.backlog) == 0 && i.open < maxConnections {
		take()
		return
	}
	i.backlog = append(i.backlog, take)
	s.waited++
	s.admit(i)
}

// admit lets in those who wait, for as long as there are places or connections that have rested for long enough to lose
// theirs, and comes again when the next one has.
func (s *sim) admit(i *instance) {
	for len(i.backlog) > 0 {
		if i.open >= maxConnections && !s.evict(i) {
			break
		}
		take := i.backlog[0]
		i.backlog = i.backlog[1:]
		take()
	}
	if len(i.backlog) == 0 || i.woken || len(i.idle) == 0 {
		return
	}
	i.woken = true
	s.at(max(s.now, i.idle[0].since+restful), func() {
		i.woken = false
		s.admit(i)
	})
}

// evict closes the connection that rests for longest, if it has rested for long enough.
func (s *sim) evict(i *instance) bool {
	for len(i.idle) > 0 {
		longest := i.idle[0]
		stale := !longest.c.idle || longest.c.since != longest.since
		if !stale && s.now < longest.since+restful {
			return false
		}
		i.idle = i.idle[1:]
		if stale {
			continue
		}
		longest.c.idle, longest.c.open = false, false
		i.open--
		return true
	}
	return false
}
