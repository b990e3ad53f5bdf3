// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"workload.example.io/interpreter/test/karmada/apply"
)

const (
	namespace = "workload-interpreter" // of the function
	service   = "interpreter"          // its name
)

// suite is what all checks share.
type suite struct {
	state, repository string
	env               []string // of the README's commands

	host        kubernetes.Interface // the cluster with Knative
	hostDynamic dynamic.Interface
	hostConfig  *rest.Config
	applier     *apply.Client
	partners    map[string]string // folders of the programs of the overlays' partners, by the name of their set
	karmada     dynamic.Interface
	members     map[string]dynamic.Interface
	authority   []byte          // of the ingress
	brought     map[string]bool // what several checks need and the first of them has brought
	checks      []check
	page        func() // writes the results that there are
	start       time.Time
}

// check is one line of the report.
type check struct{ number, title, result, detail, run string }

// TestKnative runs the checks in an order in which each leaves the function as the next one wants it.
func TestKnative(t *testing.T) {
	s := open(t)
	s.openKarmada(t)
	s.page = func() { s.report(t, "checks.md", "The function on Knative with Karmada", aboutOwn) }
	s.check(t, "1", "ready, HTTPS through ingress, activator and queue-proxy", s.testReady)
	s.check(t, "1", "the scripts again, in a dry run, and beside another current context", s.testScripts)
	s.check(t, "2", "asleep, then a Workload for push members", s.testWakeForPush)
	s.check(t, "2", "asleep, then a Workload for a pull member too", s.testWakeForPull)
	s.check(t, "4", "500 calls at once on a sleeping function", s.testStorm)
	s.check(t, "5", "a new revision under load", s.testNewRevision)
	s.check(t, "5", "a rollback under load", s.testRollback)
	s.check(t, "5", "a rotation of the path secret under load", s.testRotation)
	s.check(t, "5", "the pod killed under load", s.testKill)
}

func (s *suite) check(t *testing.T, number, title string, do func(*testing.T) string) {
	t.Run(number+" "+title, func(t *testing.T) {
		line := check{number: number, title: title, result: "FAILED", run: s.start.UTC().Format("2006-01-02 15:04")}
		defer func() {
			fmt.Printf("%s  %s  %s: %s\n", line.result, number, title, line.detail)
			s.checks = append(s.checks, line)
			s.page()
		}()
		line.detail = do(t)
		if !t.Failed() {
			line.result = "passed"
		}
	})
}

func open(t *testing.T) *suite {
	s := &suite{brought: map[string]bool{}, start: time.Now(), state: os.Getenv("KNATIVE_E2E_STATE"), repository: os.Getenv("KNATIVE_E2E_REPOSITORY")}
	if s.state == "" {
		t.Skip("no cluster named in KNATIVE_E2E_STATE; make -C test e2e-knative brings one up and runs these tests in it")
	}
	ca := filepath.Join(s.state, "pki", "ca.crt")
	s.env = append(os.Environ(), "CA_FILE="+ca, "IMAGE=dev.local/interpreter:test",
		// The context of the first file is the current one: the wrong one for all that is about the host.
		"KUBECONFIG="+filepath.Join(os.Getenv("KNATIVE_E2E_KARMADA"), "karmada.config")+":"+filepath.Join(s.state, "kubeconfig"))
	var err error
	if s.authority, err = os.ReadFile(ca); err != nil {
		t.Fatal(err)
	}
	config, err := clientcmd.BuildConfigFromFlags("", filepath.Join(s.state, "kubeconfig"))
	if err != nil {
		t.Fatal(err)
	}
	config.QPS, config.WarningHandler = -1, rest.NoWarnings{} // for a Service without settings there are some
	s.hostConfig = config
	s.host = kubernetes.NewForConfigOrDie(config)
	s.hostDynamic = dynamic.NewForConfigOrDie(config)
	s.checkOut(t)
	return s
}

// openKarmada connects to the Karmada beside it.
func (s *suite) openKarmada(t *testing.T) {
	folder := os.Getenv("KNATIVE_E2E_KARMADA")
	s.karmada = connect(t, filepath.Join(folder, "karmada.config"), "karmada-apiserver")
	s.members = map[string]dynamic.Interface{}
	for _, member := range []string{"member1", "member2", "member3"} {
		s.members[member] = connect(t, filepath.Join(folder, "members.config"), member)
	}
}

func connect(t *testing.T, kubeconfig, context string) dynamic.Interface {
	t.Helper()
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(&clientcmd.ClientConfigLoadingRules{ExplicitPath: kubeconfig},
		&clientcmd.ConfigOverrides{CurrentContext: context}).ClientConfig()
	if err != nil {
		t.Fatal(err)
	}
	config.QPS = -1
	return dynamic.NewForConfigOrDie(config)
}
