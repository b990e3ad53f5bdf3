// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package app_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/telemetry"
)

const gizmo = `apiVersion: interpreter.workload.example.io/v1alpha1
kind: KindDescription
spec:
  target: {apiVersion: example.com/v1, kind: Gizmo}
  healthInterpretation: object.status.ok
`

func TestDescribe(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"a.yaml": gizmo, "sub/b.yml": strings.ReplaceAll(gizmo, "Gizmo", "Gadget"), "README.md": "no YAML", "..data/c.yaml": "no: description"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	replaced := strings.NewReplacer("example.com/v1", "workload.example.io/v1", "Gizmo", "Workload").Replace(gizmo)
	tests := map[string]struct {
		reason, text, path     string
		kinds                  []string
		err, log, compileError string
	}{
		"nothing":     {reason: "without a setting there are the kinds in Go and nothing to compile", kinds: []string{"Workload"}},
		"text":        {reason: "a described kind stands beside those in Go", text: gizmo, kinds: []string{"Workload", "Gizmo"}},
		"folder":      {reason: "all YAML of a folder, but not the hidden folders of a mounted ConfigMap", path: folder, kinds: []string{"Workload", "Gizmo", "Gadget"}},
		"replaced":    {reason: "a description wins over the kind in Go, and the log says so", text: replaced, kinds: []string{"Workload"}, log: `msg="a description replaces the kind that is built in" kind=Workload group=workload.example.io`},
		"both":        {reason: "which one would count?", text: gizmo, path: filepath.Join(folder, "a.yaml"), err: `spec.target: Gizmo.example.com is described twice, also in INTERPRETER_KINDS:4:46`},
		"form":        {reason: "one line with the place", text: gizmo + "  x: 1\n", err: `cannot use the description INTERPRETER_KINDS:6:3: spec: unknown field "x"; there are target`},
		"expression":  {reason: "found by compile, with the place", text: strings.ReplaceAll(gizmo, "object.", "objct."), kinds: []string{"Workload", "Gizmo"}, compileError: `cannot use the description INTERPRETER_KINDS:5:25: spec.healthInterpretation: undeclared reference to 'objct'`},
		"large":       {reason: "Linux takes no more", text: gizmo + strings.Repeat("#", 128<<10), err: "cannot use INTERPRETER_KINDS: want at most 128 KiB, got more; INTERPRETER_KINDS_FILE names a file instead"},
		"no file":     {reason: "a mount that is missing", path: filepath.Join(folder, "missing"), err: "missing: no such file or directory"},
		"empty":       {reason: "a folder without descriptions is the wrong one", path: t.TempDir(), err: ": want .yaml or .yml files in the folder, got none"},
		"device":      {reason: "a pipe would be waited for", path: os.DevNull, err: "cannot use INTERPRETER_KINDS_FILE: want a regular file or a folder, got another kind"},
		"a wrong one": {reason: "a file that is no description", path: filepath.Join(folder, "..data"), err: `want a KindDescription`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			settings := env.New(func(name string) string {
				return map[string]string{app.KindsSetting: test.text, app.KindsFileSetting: test.path}[name]
			})
			var output bytes.Buffer
			log := &telemetry.Log{Logger: slog.New(slog.NewTextHandler(&output, nil))}
			all, compile := app.Describe(settings, log, app.Kinds())
			if err := settings.Err(); test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%s: got %v, want one line with %s", test.reason, err, test.err)
				}
				return
			} else if err != nil {
				t.Fatalf("%s: %v", test.reason, err)
			}
			var kinds []string
			for _, kind := range all {
				kinds = append(kinds, kind.Kind)
			}
			if got, want := strings.Join(kinds, " "), strings.Join(test.kinds, " "); got != want {
				t.Errorf("%s: got %s, want %s", test.reason, got, want)
			}
			if !strings.Contains(output.String(), test.log) || test.log == "" && output.Len() > 0 {
				t.Errorf("%s: got the log %q, want %q", test.reason, output.String(), test.log)
			}
			if compile == nil {
				return
			}
			if err := compile(); (err == nil) != (test.compileError == "") || err != nil && !strings.Contains(err.Error(), test.compileError) {
				t.Errorf("%s: got %v, want %s", test.reason, err, test.compileError)
			}
		})
	}
}

// TestNoKinds checks that a server that could answer no call does not start.
func TestNoKinds(t *testing.T) {
	settings := env.New(func(string) string { return "" })
	log := &telemetry.Log{Logger: slog.New(slog.NewTextHandler(&bytes.Buffer{}, nil))}
	app.Handler(settings, log, nil)
	const want = "cannot serve any call: there is no kind in Go, and INTERPRETER_KINDS and INTERPRETER_KINDS_FILE describe none"
	if err := settings.Err(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
