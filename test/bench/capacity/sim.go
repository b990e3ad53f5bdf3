// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package capacity simulates what a fleet of member clusters asks of the interpreter: a rollout, and a restart of those
// who ask. It counts calls, time and CPU; every cost of a call is an input that was measured.
//
// Callers are workers of Karmada, which ask one call after the other, each over a connection of its own. An instance has one
// CPU, which it gives to one call after the other, and bounds connections as the container's server does (connection.go).
// Its other limits are not reached here: as many small calls as it has connections find room, and large ones come from the
// few workers of the controllers.
package capacity

// deadline is the timeoutSeconds of the shipped configuration.
const deadline = 10.0

// sim is a simulation. Times are in seconds.
type sim struct {
	now       float64
	events    events
	instances []instance
	next      int

	callTime  float64 // of a call outside the interpreter
	handshake float64 // CPU of a new connection
	mustBear  bool    // a call that fails ends the simulation

	calls, failed, waited int // waited: connections that found no place at once
	cpu                   float64
	perSecond             []int
}

// call asks the interpreter for something that costs this much CPU, over a connection that is there, and goes on with done.
func (s *sim) call(cpu float64, done func()) {
	began := s.now
	s.after(s.callTime/2, func() { s.work(&s.instances[0], cpu, began, done, func() {}) })
}

// work has an instance answer a call that began at some time: answered is there, done where the caller has the answer.
func (s *sim) work(i *instance, cpu, began float64, done, answered func()) {
	s.at(s.spend(i, cpu), func() {
		answered()
		s.count()
		if s.now > began+deadline {
			s.failed++
		}
		s.after(s.callTime/2, done)
	})
}

// spend puts work at the end of the instance's queue and returns when it is done.
func (s *sim) spend(i *instance, cpu float64) float64 {
	i.free = max(i.free, s.now) + cpu
	s.cpu += cpu
	return i.free
}

func (s *sim) count() {
	s.calls++
	for len(s.perSecond) <= int(s.now) {
		s.perSecond = append(s.perSecond, 0)
	}
	s.perSecond[int(s.now)]++
}

// busiest returns the most calls that were answered in one second.
func (s *sim) busiest() int {
	most := 0
	for _, n := range s.perSecond {
		most = max(most, n)
	}
	return most
}

func (s *sim) after(wait float64, do func()) { s.at(s.now+wait, do) }

func (s *sim) at(time float64, do func()) { s.events.push(time, do) }

// run lets everything happen and returns when the last thing did. It ends early when a call fails that must not.
func (s *sim) run() float64 {
	for s.events.len() > 0 && !(s.mustBear && s.failed > 0) {
		var do func()
		s.now, do = s.events.pop()
		do()
	}
	return s.now
}

// pool is workers that take what comes in order, as the workers of a controller do.
type pool struct {
	idle    int
	waiting []func(release func())
}

// do has a worker do the work and call release at its end.
func (p *pool) do(work func(release func())) {
	if p.idle == 0 {
		p.waiting = append(p.waiting, work)
		return
	}
	p.idle--
	work(p.release)
}

func (p *pool) release() {
	if len(p.waiting) == 0 {
		p.idle++
		return
	}
	work := p.waiting[0]
	p.waiting = p.waiting[1:]
	work(p.release)
}
