// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"errors"
	"flag"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"workload.example.io/interpreter/internal/cli/webhooktest"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
	"workload.example.io/interpreter/internal/webhook"
)

var update = flag.Bool("update", false, "rewrite the transcripts in the README.md files")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"interpret": func() { Main(workload.Kind()) }})
}

// TestScripts runs the files of testdata. $KARMADA is the folder knative/karmada, $CASES is function/testdata/cases.
// Beside the commands of testscript the files have
//
//	code N COMMAND ARGS    run the command, which must end with exit code N
//	fault NAME             ask the endpoint at $URL, which must lead to exit code 3 and the fault
//	endpoint SEED          start an endpoint of package webhooktest; sets $URL and $ADDR, and writes ca.pem
//	await ADDRESS          wait until something listens there
//	free VARIABLE          set the variable to an address that is free
//	transcript NAME ARGS   run interpret and compare command and output with the transcript NAME in a README.md
func TestScripts(t *testing.T) {
	docs := newTranscripts(t, "../../../function/cmd/interpret/README.md", "../../../README.md", "../../../docs/kinds-init.md")
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("scripts", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir: "testdata",
			Setup: func(env *testscript.Env) error {
				env.Setenv("NO_PROXY", "127.0.0.1")
				env.Setenv("SECRET", webhooktest.Secret)
				env.Setenv("KARMADA", filepath.Join(root, "knative/karmada"))
				env.Setenv("CASES", filepath.Join(root, "function/testdata/cases"))
				interpret, err := exec.LookPath("interpret")
				env.Setenv("INTERPRET", interpret)
				return err
			},
			Cmds: map[string]func(*testscript.TestScript, bool, []string){
				"code":       codeCommand,
				"endpoint":   endpointCommand,
				"fault":      faultCommand,
				"await":      awaitCommand,
				"free":       freeCommand,
				"transcript": docs.command,
			},
		})
	})
	docs.finish(t)
}

func codeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND ARGS")
	}
	code, err := 0, ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("want exit code %s, got %d", args[0], code)
	}
}

func faultCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fault NAME")
	}
	codeCommand(ts, false, []string{"3", "interpret", "ask", "--operation", "InterpretHealth", "--observed-file", "good.yaml",
		"--url", ts.Getenv("URL"), "--ca-file", "ca.pem"})
	stderr := ts.ReadFile("stderr")
	if !strings.Contains(stderr, "("+args[0]+")\n  next: ") || strings.Count(stderr, "\n") != 2 || strings.Contains(stderr, webhooktest.Secret) {
		ts.Fatalf("want one message that names %s, its next step and no secret, got\n%s", args[0], stderr)
	}
}

func endpointCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: endpoint SEED")
	}
	endpoint, err := webhooktest.Start(args[0], webhook.New(interpreter.MustRegistry(workload.Kind()), nil))
	ts.Check(err)
	ts.Defer(endpoint.Close)
	ts.Check(os.WriteFile(ts.MkAbs("ca.pem"), endpoint.CABundle, 0o600))
	ts.Setenv("URL", endpoint.URL)
	ts.Setenv("ADDR", strings.Split(endpoint.URL, "/")[2])
}

func freeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: free VARIABLE")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Check(listener.Close())
	ts.Setenv(args[0], listener.Addr().String())
}

func awaitCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await ADDRESS")
	}
	deadline := time.After(20 * time.Second)
	for {
		connection, err := net.DialTimeout("tcp", args[0], time.Second)
		if err == nil {
			_ = connection.Close()
			return
		}
		select {
		case <-deadline:
			ts.Fatalf("nothing listens on %s: %v", args[0], err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
