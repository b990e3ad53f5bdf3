// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package capacity

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/test/bench/report"
)

// TestPage holds the tables of the page to what the simulation says of the results that are recorded beside it.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/capacity.md")
	if err != nil {
		t.Fatal(err)
	}
	result, err := report.Read("../results/peers.json")
	if err != nil {
		t.Fatal(err)
	}
	costs, err := Measured(result)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Page(page, costs)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(page)); diff != "" {
		t.Errorf("docs/capacity.md is not what make -C test capacity writes (-want +page)\n%s", diff)
	}
	if _, err := Page([]byte("a page without tables"), costs); err == nil {
		t.Error("want an error where the tables have no place")
	}
}

// easy is a fleet whose figures can be reckoned in the head.
var easy = Costs{CPU: 0.001, Client: 0.004, Network: 0.005}

func TestRollout(t *testing.T) {
	const clusters = 10
	got := Rollout(easy, clusters)
	upper := Upper(clusters, changes*clusters)
	if upper != 2+20+180 {
		t.Errorf("got at most %d calls, want 202", upper)
	}
	if got.Calls > upper || got.Calls != 2+2*clusters+2*changes*clusters+got.Aggregations {
		t.Errorf("got %d calls with %d aggregations, want all but the aggregations that come together, of %d", got.Calls, got.Aggregations, upper)
	}
	if want := (2 + clusters) * 0.010; got.Revised < want-1e-9 || got.Revised > want*1.1 {
		t.Errorf("all are revised after %.4f s, want about %.4f s: one call after the other", got.Revised, want)
	}
	if want := float64(got.Calls) * 0.001; got.CPU < want-1e-9 || got.CPU > want+1e-9 {
		t.Errorf("got %.4f s of CPU, want %.4f s", got.CPU, want)
	}
	if diff := cmp.Diff(got, Rollout(easy, clusters)); diff != "" {
		t.Errorf("the same rollout twice differs\n%s", diff)
	}
}

func TestRestart(t *testing.T) {
	alone, five := Restart(easy, 2, 1), Restart(easy, 2, 5)
	if want := 2 * workloads * 2 * 0.010; alone.Took < want-1e-6 || alone.Took > want+1e-6 {
		t.Errorf("one worker takes %.3f s, want %.3f s", alone.Took, want)
	}
	if five.Calls != 2*workloads*2 || five.Took > alone.Took/4 {
		t.Errorf("five workers make %d calls in %.3f s, one takes %.3f s", five.Calls, five.Took, alone.Took)
	}
}

func TestOverload(t *testing.T) {
	costs := Costs{CPU: 0.02, Client: 0.001, Network: 0.001} // 100 calls of each of 1,000 agents are 2,000 s of CPU in half a minute
	if got := AgentsRestart(costs, 1_000, 1); got.Failed == 0 || got.Waited == 0 {
		t.Errorf("got %+v, want connections that wait and calls that fail", got)
	}
	n, got := Instances(costs, 200)
	if n < 2 || got.Failed != 0 || got.Calls != 2*workloads*200 {
		t.Errorf("got %d instances and %+v, want several that answer every call", n, got)
	}
}

// TestPlaces has more workers call than an instance has places, each with a pause in which its connection rests.
func TestPlaces(t *testing.T) {
	costs := Costs{CPU: 1e-6, Handshake: 1e-6, Client: 0.001, Network: 0.001}
	s := newSim(costs, 1)
	left := maxConnections + 10
	for range left {
		s.worker(costs, &left)
	}
	if took := s.run(); s.waited != 10 || s.calls != maxConnections+10 || took > 1 {
		t.Errorf("%d waited and %d calls took %.1f s, want 10 who get the place of a connection with its answer", s.waited, s.calls, took)
	}
	s = newSim(costs, 1)
	once := make([]int, maxConnections+1)
	for i := range once {
		once[i] = 1
		s.after(float64(i)*0.001, func() { s.worker(costs, &once[i]) })
	}
	if took := s.run(); s.waited != 1 || took < restful || took > restful+1 {
		t.Errorf("%d waited, the last for %.1f s, want one until a connection has rested for %.0f s", s.waited, took, restful)
	}
}

func TestSVG(t *testing.T) {
	var picture bytes.Buffer
	if err := SVG(&picture, easy); err != nil || !bytes.Contains(picture.Bytes(), []byte("AggregateStatus")) {
		t.Errorf("got a picture of %d bytes: %v", picture.Len(), err)
	}
}
