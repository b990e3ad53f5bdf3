// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/telemetry"
)

const asChild = "TEST_AS_MANAGED_FUNCTION"

const gizmo = `apiVersion: interpreter.workload.example.io/v1alpha1
kind: KindDescription
spec:
  target: {apiVersion: example.com/v1, kind: Gizmo}
  healthInterpretation: object.status.ok
`

// TestManagedFunction runs the function in processes of their own, where settings are read at the first call.
func TestManagedFunction(t *testing.T) {
	if os.Getenv(asChild) != "" {
		// Expressions are compiled while the first calls are answered.
		for deadline := time.Now().Add(10 * time.Second); os.Getenv(asChild) == "closed" && time.Now().Before(deadline); {
			if post([]byte(`{"request":{"uid":"u1"}}`)).Code == http.StatusInternalServerError {
				break
			}
		}
		for range 2 {
			recorder := post([]byte(`{"request":{"uid":"u1"}}`))
			fmt.Println("answer", recorder.Code, recorder.Body)
		}
		return
	}
	tests := map[string]struct {
		reason, setting string
		answer, log     string
		child           string
	}{
		"wrong": {
			reason: "every call tells the operator which setting is wrong", setting: "INTERPRETER_PATH_SECRETS=canary",
			answer: `answer 500 {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the interpreter cannot start: cannot use INTERPRETER_PATH_SECRETS: secret 1 of 1: want at least 128 random bits, got at most 31; make one with: openssl rand -hex 32","reason":"InternalError","code":500}`,
			log:    `"severity":"ERROR","message":"cannot answer any call","error":"cannot use INTERPRETER_PATH_SECRETS: `,
		},
		"secret": {
			reason: "the function itself checks the path", setting: "INTERPRETER_PATH_SECRETS=5f0c1d7be83a49d2a6c4f7e09b12d85e",
			answer: `answer 404 {"kind":"Status"`, log: `"outcome":"nosecret"`,
		},
		"required": {
			reason: "a secret that is required and missing closes the endpoint", setting: "INTERPRETER_SECRET_REQUIRED=true",
			answer: `answer 500 {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the interpreter cannot start: cannot use INTERPRETER_SECRET_REQUIRED: want a secret in INTERPRETER_PATH_SECRETS or INTERPRETER_PATH_SECRETS_FILE, got none, so nobody is answered`,
			log:    `"severity":"ERROR","message":"cannot answer any call","error":"cannot use INTERPRETER_SECRET_REQUIRED: `,
		},
		"description": {
			reason: "a field that no description has closes the endpoint", setting: "INTERPRETER_KINDS=" + strings.ReplaceAll(gizmo, "healthInterpretation", "health"),
			answer: `answer 500 {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the interpreter cannot start: cannot use the description INTERPRETER_KINDS:5:3: spec: unknown field`,
			log:    `"severity":"ERROR","message":"cannot answer any call","error":"cannot use the description INTERPRETER_KINDS:5:3: `,
		},
		"expression": {
			reason: "so does an expression that cannot be compiled", setting: "INTERPRETER_KINDS=" + strings.ReplaceAll(gizmo, "object.", "objct."),
			answer: `answer 500 {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the interpreter cannot start: cannot use the description INTERPRETER_KINDS:5:25: spec.healthInterpretation: undeclared reference to 'objct'`,
			log:    `"severity":"ERROR","message":"cannot answer any call","error":"cannot use the description INTERPRETER_KINDS:5:25: `,
			child:  "closed",
		},
		"open": {
			reason: "without a secret the log says that every path is answered", setting: "INTERPRETER_PATH_SECRETS=",
			answer: `answer 200 {"kind":"ResourceInterpreterContext"`, log: `"severity":"WARNING","message":"every path is answered`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			child := exec.Command(os.Args[0], "-test.run=^TestManagedFunction$", "-test.v")
			child.Env, child.Stderr = append(os.Environ(), asChild+"="+cmp.Or(test.child, "1"), "LOG_LEVEL=info", test.setting), &log
			output, err := child.Output()
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(string(output), test.answer); got != 2 {
				t.Errorf("%s: want two answers %s, got\n%s", test.reason, test.answer, output)
			}
			if !strings.Contains(log.String(), test.log) || strings.Count(log.String(), "every path") > 1 {
				t.Errorf("%s: want the log line %s, got\n%s", test.reason, test.log, log.String())
			}
			if strings.Contains(log.String()+string(output), "canary") {
				t.Error("the secret got out")
			}
		})
	}
}

// TestSettingsAreChecked makes sure that a server can refuse to start.
func TestSettingsAreChecked(t *testing.T) {
	settings := env.New(func(name string) string {
		if name == "INTERPRETER_PATH_SECRETS" {
			return "short"
		}
		return ""
	})
	var handler http.Handler = app.Handler(settings, telemetry.FromSettings(settings, &bytes.Buffer{}), nil, app.Kinds()...)
	if settings.Err() == nil || handler == nil {
		t.Errorf("got %v, want an error and a handler", settings.Err())
	}
}
