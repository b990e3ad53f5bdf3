// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestAlerts plays failures against the metrics and alerts of a plan and tells which alerts fire.
func TestAlerts(t *testing.T) {
	w := newWorkspace(t)
	w.init(t, "cloud-run")
	m, err := newMonitoring(w.plan(t, "cloud-run", oddFor("cloud-run")))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range m.wrong() {
		t.Error(fault)
	}
	if t.Failed() {
		return
	}
	t.Logf("which alert fires\n%s", m.table())
}

// scenario is something that goes wrong, or not, over three hours.
type scenario struct {
	happens func(*timeline)
	alerts  []string
	reason  string
}

var scenarios = map[string]scenario{
	"all is well": {func(l *timeline) {
		for at := time.Duration(0); at < hours; at += time.Minute {
			l.answer(at, "default/nginx", "ok")
		}
	}, nil, "success is no failure"},
	"one Workload always fails": {func(l *timeline) {
		for _, at := range backoff(0, hours) {
			l.answer(at, "default/stuck", "refused")
		}
	}, []string{"failing"}, "Karmada comes back every 1000 seconds only"},
	"one Workload fails for a minute": {func(l *timeline) {
		for _, at := range backoff(0, time.Minute) {
			l.answer(at, "default/nginx", "refused")
		}
	}, nil, "what heals by itself wakes nobody"},
	"a Workload after the other fails once": {func(l *timeline) {
		for at := time.Duration(0); at < hours; at += 10 * time.Minute {
			l.answer(at, fmt.Sprintf("default/%d", at), "refused")
		}
	}, nil, "none of them is stuck"},
	"all Workloads fail": {func(l *timeline) {
		for i := range 50 {
			for _, at := range backoff(0, hours) {
				l.answer(at+time.Duration(i)*20*time.Second, fmt.Sprintf("default/%d", i), "invalid")
			}
		}
	}, []string{"failing"}, "many fail at once"},
	"just as many failures a minute as raise an alert": {func(l *timeline) {
		for at := time.Duration(0); at < hours; at += time.Minute {
			for i := range failuresPerMinute {
				l.answer(at, fmt.Sprintf("default/%d-%d", at, i), "refused")
			}
		}
	}, []string{"failing"}, "that is what the number means"},
	"one failure a minute less": {func(l *timeline) {
		for at := time.Duration(0); at < hours; at += time.Minute {
			for i := range failuresPerMinute - 1 {
				l.answer(at, fmt.Sprintf("default/%d-%d", at, i), "refused")
			}
		}
	}, nil, "that is what the number means"},
	"a bug": {func(l *timeline) {
		for _, at := range backoff(0, hours) {
			l.answer(at, "default/nginx", "bug")
		}
	}, []string{"failing", "unavailable"}, "it is a failed answer and a 500"},
	"the container does not start": {func(l *timeline) {
		for _, at := range backoff(0, hours) {
			l.request(at, "503", karmadaAgent, false, 1)
		}
	}, []string{"unavailable"}, "nothing is logged by the function itself"},
	"a revision is replaced": {func(l *timeline) {
		for i := range 20 {
			l.answer(time.Duration(i)*time.Second, "default/nginx", "busy")
		}
	}, nil, "calls are sent again, and answered"},
	"every instance is busy": {func(l *timeline) {
		for _, at := range backoff(0, hours) {
			l.request(at, "429", karmadaAgent, false, 1)
		}
	}, []string{"overloaded"}, "these calls reach no instance and no metric of Cloud Run's"},
	"every instance is busy for a moment": {func(l *timeline) {
		l.request(0, "429", karmadaAgent, false, 30)
	}, nil, "Karmada comes back"},
	"nobody may invoke": {func(l *timeline) {
		l.request(time.Minute, "403", karmadaAgent, false, 1)
	}, []string{"forbidden"}, "one 403 is one too many"},
	"the second step of a rotation is forgotten": {func(l *timeline) {
		for _, at := range backoff(0, hours) {
			l.request(at, "404", karmadaAgent, true, 1)
			l.line(at, entry{"jsonPayload.outcome": "nosecret"})
		}
	}, []string{"rotation"}, "Karmada calls with a secret that is not accepted"},
	"strangers scan": {func(l *timeline) {
		for at := time.Duration(0); at < hours; at += time.Minute {
			l.request(at, "404", "Mozilla/5.0", true, 60)
			l.line(at, entry{"jsonPayload.outcome": "nosecret"})
		}
	}, nil, "this goes on all the time"},
	"strangers flood": {func(l *timeline) {
		for at := time.Duration(0); at < hours; at += time.Minute {
			l.request(at, "404", "curl/8", true, 60000)
		}
	}, []string{"flood"}, "this costs money"},
	"another service fails": {func(l *timeline) {
		l.service = "other"
		for at := time.Duration(0); at < hours; at += time.Minute {
			l.answer(at, "default/nginx", "bug")
			l.request(at, "404", "curl/8", true, 1000)
		}
	}, nil, "it has alerts of its own"},
	"a namesake in another region fails": {func(l *timeline) {
		l.region = "us-east1"
		for at := time.Duration(0); at < hours; at += time.Minute {
			l.answer(at, "default/nginx", "bug")
			l.request(at, "403", karmadaAgent, false, 1000)
		}
	}, nil, "it has alerts of its own"},
}

// wrong tells which scenarios raise other alerts than they should, and which log entries are kept wrongly.
func (m *monitoring) wrong() []string {
	var faults []string
	for name, s := range scenarios {
		if diff := cmp.Diff(s.alerts, m.fire(s)); diff != "" {
			faults = append(faults, fmt.Sprintf("%s: %s (-want +got):\n%s", name, s.reason, diff))
		}
	}
	for _, e := range m.kept() {
		if m.dropped(e.entry) == e.keep {
			faults = append(faults, fmt.Sprintf("log entry %v: keep is not %v", e.entry, e.keep))
		}
	}
	slices.Sort(faults)
	return faults
}

func (m *monitoring) fire(s scenario) []string {
	l := &timeline{service: odd["name"], region: odd["region"]}
	s.happens(l)
	return m.alerts(l)
}

func (m *monitoring) table() string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(scenarios)) {
		fmt.Fprintf(&out, "%-50s %s\n", name, strings.Join(m.fire(scenarios[name]), ", "))
	}
	return out.String()
}

type keptEntry struct {
	entry entry
	keep  bool
}

// kept are log entries, and whether they are to be kept.
func (*monitoring) kept() []keptEntry {
	l := &timeline{service: odd["name"], region: odd["region"]}
	l.answer(0, "default/nginx", "ok")
	l.answer(0, "default/nginx", "refused")
	l.request(0, "404", karmadaAgent, true, 1)
	l.request(0, "404", "Mozilla/5.0", true, 1)
	l.line(0, entry{"jsonPayload.outcome": "nosecret"})
	l.service = "other"
	l.request(0, "404", "Mozilla/5.0", true, 1)
	var out []keptEntry
	keep := map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: false, 6: false, 7: true}
	i := 0
	for _, e := range l.events {
		if e.logged {
			out = append(out, keptEntry{e.entry, keep[i]})
			i++
		}
	}
	return out
}
