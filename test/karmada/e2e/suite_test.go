// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"testing"

	"k8s.io/client-go/dynamic"

	"workload.example.io/interpreter/test/karmada/internal/playground"
	"workload.example.io/interpreter/test/karmada/progress"
)

// configuration is the name of the ResourceInterpreterWebhookConfiguration that "make e2e" registers.
const configuration = "interpreter"

// suite is what all checks share.
type suite struct {
	playground *playground.Playground
	karmada    cluster
	members    []cluster // in the order of playground.Members
	report     *report
}

// TestKarmada runs the checks: first those that leave the control plane as it is, side by side; then, one by one, those
// that change the registration or restart a part.
func TestKarmada(t *testing.T) {
	s := open(t)
	s.createGadgetCRD(t) // early: Karmada looks for new kinds once in 30 s
	t.Run("side by side", func(t *testing.T) {
		s.check(t, "1", "nginx 3 over 2:1, then 6", push, s.testExample)
		s.check(t, "2", "weights 1:1:1 over all members", all, s.testEvenly)
		s.check(t, "3", "retain: paused set in a member", all, s.testRetainPaused)
		s.check(t, "3", "retain: paused unset in a member", all, s.testRetainUnpaused)
		s.check(t, "3", "retain: replicas under the label", all, s.testRetainReplicas)
		s.check(t, "4", "status: Work, binding, sum in the template", all, s.testStatus)
		s.check(t, "5", "health in aggregatedStatus", all, s.testHealth)
		s.check(t, "6", "dependencies of every kind and place", all, s.testDependencies)
		s.check(t, "6", "no dependencies, no error", all, s.testNoDependencies)
		s.check(t, "7", "a template without replicas", all, s.testNoReplicas)
		s.check(t, "7", "a member object without replicas", all, s.testNoMemberReplicas)
		s.check(t, "7", "a Workload of 600 KiB", all, s.testLarge)
		s.check(t, "8", "unknown fields under spec", all, s.testUnknownFields)
		s.check(t, "9", "replica requirements in the binding", all, s.testRequirements)
		s.check(t, "11", "a Deployment beside it", all, s.testDeployment)
	})
	s.check(t, "11", "two webhooks in one configuration", all, s.testTwoWebhooks)
	s.check(t, "10", "components behind their feature gate", all, s.testComponents)
	s.check(t, "13", "no Warning event names the webhook", all, s.testNoWarnings)
	s.check(t, "12", "configuration removed and added again", all, s.testReconfigure)
	s.check(t, "12", "function gone for 10 s in a rollout", all, s.testOutage)
	s.check(t, "14", "disconnected by the script and connected again", all, s.testDisconnect)
	s.check(t, "14", "the CRD deleted in Karmada by the script, not in members", all, s.testRemoveCRD)
	s.checkDescribed(t)
}

func open(t *testing.T) *suite {
	state := os.Getenv("KARMADA_E2E_STATE")
	if state == "" {
		t.Skip("no playground named in KARMADA_E2E_STATE; make e2e brings one up and runs these tests in it")
	}
	folder, err := playground.OpenFolder(state)
	if err != nil {
		t.Fatal(err)
	}
	p, err := playground.Open(playground.Options{Folder: folder, Repository: os.Getenv("KARMADA_E2E_REPOSITORY"), Cache: os.Getenv("KARMADA_CACHE"),
		Log: progress.New(os.Stdout)})
	if err != nil {
		t.Fatal(err)
	}
	s := &suite{playground: p, report: newReport(t)}
	if s.karmada.client, err = dynamic.NewForConfig(p.Karmada()); err != nil {
		t.Fatal(err)
	}
	s.karmada.name = "karmada"
	for _, name := range playground.Members {
		client, err := dynamic.NewForConfig(p.Member(name))
		if err != nil {
			t.Fatal(err)
		}
		s.members = append(s.members, cluster{name: name, client: client})
	}
	return s
}

// Members that a check is about, as they stand in the table.
const (
	push = "member1, member2 (push)"
	all  = "member1, member2 (push), member3 (pull)"
)

// check runs one check in a namespace of its own and notes it for the table. At its end nothing in the namespace may
// complain about the webhook, unless the check is the twelfth, which takes the function away.
func (s *suite) check(t *testing.T, number, title, members string, do func(*testing.T, *scene)) {
	parallel := t.Name() != "TestKarmada"
	t.Run(fmt.Sprintf("%s %s", number, title), func(t *testing.T) {
		if parallel {
			t.Parallel()
		}
		line := s.report.add(number, title, members)
		t.Cleanup(func() { line.end(t) })
		scene := s.newScene(t)
		line.begin()
		do(t, scene)
		if number != "12" && number != "14" {
			s.noWarnings(t, scene.namespace)
		}
	})
}
