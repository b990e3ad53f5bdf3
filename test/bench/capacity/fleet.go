// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package capacity

import (
	"math/rand/v2"
)

// Costs are the inputs, in seconds. Measured reads them from a comparison.
type Costs struct {
	CPU        float64 // of an instance per call, with the log line
	Member     float64 // CPU of AggregateStatus per member cluster, beside that
	MemberSize float64 // bytes of AggregateStatus per member cluster
	Handshake  float64 // CPU of an instance per new connection
	Client     float64 // of Karmada's client per call, beside network and interpreter
	Network    float64 // there and back
}

const (
	workers   = 5    // of each of Karmada's controllers, by default
	changes   = 6    // of a member's status in a rollout
	progress  = 60.0 // seconds in which a member rolls out
	workloads = 50   // in the fleet, each on every cluster
	spread    = 30.0 // seconds within which all agents are back
)

// Upper is how many calls a rollout makes at most: InterpretReplica and InterpretDependency once, ReviseReplica and Retain
// for each cluster, InterpretStatus, InterpretHealth and AggregateStatus for each event, a change of a member's status.
func Upper(clusters, events int) int { return 2 + 2*clusters + 3*events }

// RolloutResult is what a rollout of one Workload took.
type RolloutResult struct {
	Calls, Aggregations, Busiest int
	Revised                      float64 // when the last cluster was revised
	Done                         float64 // when the last status was aggregated
	CPU                          float64
}

// Rollout simulates the rollout of one Workload to clusters in push mode, with one instance.
func Rollout(c Costs, clusters int) RolloutResult {
	s := newSim(c, 1)
	random := rand.New(rand.NewPCG(1, uint64(clusters)))
	var result RolloutResult
	execution, status := &pool{idle: workers}, &pool{idle: workers}
	aggregate := s.aggregator(c.CPU+float64(clusters)*c.Member, &result.Aggregations)
	event := func() {
		status.do(func(release func()) {
			s.call(c.CPU, func() { // InterpretStatus
				s.call(c.CPU, func() { // InterpretHealth
					aggregate()
					release()
				})
			})
		})
	}
	var revise func(cluster int)
	revise = func(cluster int) {
		if cluster == clusters {
			result.Revised = s.now
			return
		}
		s.call(c.CPU, func() {
			execution.do(func(release func()) {
				s.call(c.CPU, func() { // Retain
					release()
					for range changes {
						s.after(random.Float64()*progress, event)
					}
				})
			})
			revise(cluster + 1)
		})
	}
	s.call(c.CPU, func() { s.call(c.CPU, func() { revise(0) }) }) // InterpretReplica, InterpretDependency
	result.Done = s.run()
	result.Calls, result.CPU, result.Busiest = s.calls, s.cpu, s.busiest()
	return result
}

// aggregator returns what is called when a member's status has changed. The statuses of a Workload are aggregated by one
// worker at a time, and what changes meanwhile is aggregated together.
func (s *sim) aggregator(cpu float64, count *int) (changed func()) {
	running, again := false, false
	return func() {
		if running {
			again = true
			return
		}
		running = true
		var aggregate func()
		aggregate = func() {
			again = false
			*count++
			s.call(cpu, func() {
				if again {
					aggregate()
					return
				}
				running = false
			})
		}
		aggregate()
	}
}

// StormResult is what a restart took.
type StormResult struct {
	Calls, Waited, Failed int
	Took, CPU             float64
}

// Restart simulates the restart of Karmada's controllers, which ask for status and health of every member object again:
// a few workers, one call after the other, and one instance.
func Restart(c Costs, clusters, workers int) StormResult {
	s := newSim(c, 1)
	left := 2 * workloads * clusters
	for range workers {
		s.worker(c, &left)
	}
	return s.storm()
}

// AgentsRestart simulates the restart of the agents of all clusters, in pull mode, within half a minute: each has workers
// of its own, and each worker a connection. The first call that fails ends it.
func AgentsRestart(c Costs, clusters, instances int) StormResult {
	s := newSim(c, instances)
	s.mustBear = true
	random := rand.New(rand.NewPCG(2, uint64(clusters)))
	for range clusters {
		left := 2 * workloads
		s.after(random.Float64()*spread, func() {
			for range workers {
				s.worker(c, &left)
			}
		})
	}
	return s.storm()
}

// worker calls until nothing is left, over a connection of its own.
func (s *sim) worker(c Costs, left *int) {
	over := new(connection)
	var next func()
	next = func() {
		if *left == 0 {
			return
		}
		*left--
		s.callOver(over, c.CPU, next)
	}
	next()
}

func (s *sim) storm() StormResult {
	took := s.run()
	return StormResult{Calls: s.calls, Waited: s.waited, Failed: s.failed, Took: took, CPU: s.cpu}
}

func newSim(c Costs, instances int) *sim {
	return &sim{instances: make([]instance, instances), callTime: c.Client + c.Network, handshake: c.Handshake}
}

// Instances returns how many instances bear the restart of all agents without a call that fails.
func Instances(c Costs, clusters int) (int, StormResult) {
	for n := 1; ; n++ {
		if result := AgentsRestart(c, clusters, n); result.Failed == 0 {
			return n, result
		}
	}
}
