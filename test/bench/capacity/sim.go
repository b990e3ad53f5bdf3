// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package capacity simulates what a fleet of member clusters asks of the interpreter: a rollout, and a restart of those
// who ask. It counts calls, time and CPU; every cost of a call is an input that was measured.
//
// Callers are workers of Karmada, which ask one call after the other. An instance has one CPU, which it gives to one call
// after the other, and bounds the calls in work as the container's server does: beyond MAX_CALLS it answers 503 and the
// caller comes again after a second, ten times at most.
package capacity

const (
	maxCalls   = 256 // MAX_CALLS, per instance
	retryAfter = 1.0 // seconds that a refused caller waits
	retries    = 10  // of Karmada's client
	deadline   = 30  // seconds, Karmada's longest timeoutSeconds
)

// sim is a simulation. Times are in seconds.
type sim struct {
	now       float64
	events    events
	instances []instance
	next      int

	callTime float64 // of a call outside the interpreter
	refuse   float64 // CPU of a refusal
	mustBear bool    // a call that fails ends the simulation

	calls, refused, failed int
	cpu                    float64
	perSecond              []int
}

type instance struct {
	free   float64 // when its CPU has done all that came
	inWork int
}

// call asks the interpreter for something that costs this much CPU, and goes on with done. Callers are spread over the
// instances in turn.
func (s *sim) call(cpu float64, done func()) { s.try(cpu, done, s.now, 0) }

func (s *sim) try(cpu float64, done func(), began float64, attempt int) {
	s.after(s.callTime/2, func() {
		s.next++
		i := &s.instances[s.next%len(s.instances)]
		if i.inWork >= maxCalls {
			s.spend(i, s.refuse)
			s.refused++
			if attempt == retries || s.now+retryAfter > began+deadline {
				s.failed++
				s.after(s.callTime/2, done)
				return
			}
			s.after(retryAfter, func() { s.try(cpu, done, began, attempt+1) })
			return
		}
		i.inWork++
		s.at(s.spend(i, cpu), func() {
			i.inWork--
			s.count()
			if s.now > began+deadline {
				s.failed++
			}
			s.after(s.callTime/2, done)
		})
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
