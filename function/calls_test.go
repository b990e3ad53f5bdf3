// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"golang.org/x/tools/txtar"

	"workload.example.io/interpreter/function"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata/calls")

// call is one golden case: a txtar file with request.json, answer.json, warning.txt where there are Warning headers and,
// where the answer is a patch, object.json as the patch leaves it.
type call struct {
	path    string
	archive *txtar.Archive
}

func readCalls(tb testing.TB) []call {
	tb.Helper()
	paths, err := filepath.Glob("testdata/calls/*.txtar")
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no golden calls: %v", err)
	}
	var calls []call
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		calls = append(calls, call{path: path, archive: archive})
	}
	return calls
}

func (c *call) name() string {
	return strings.TrimSuffix(filepath.Base(c.path), ".txtar")
}

func (c *call) file(name string) []byte {
	for _, file := range c.archive.Files {
		if file.Name == name {
			return file.Data
		}
	}
	return nil
}

// post sends the body to the function and returns what came back.
func post(body []byte) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/any/path?timeout=3s", bytes.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	function.InterpretWorkload(recorder, request)
	return recorder
}

// answerFiles asks and returns the answer as the files of a golden case.
func answerFiles(t *testing.T, request []byte) []txtar.File {
	t.Helper()
	recorder := post(request)
	if recorder.Code != http.StatusOK {
		t.Fatalf("status %d: %s", recorder.Code, recorder.Body)
	}
	files := []txtar.File{{Name: "answer.json", Data: indent(t, recorder.Body.Bytes())}}
	if warnings := recorder.Header().Values("Warning"); len(warnings) > 0 {
		files = append(files, txtar.File{Name: "warning.txt", Data: []byte(strings.Join(warnings, "\n") + "\n")})
	}
	var question, answer configv1alpha1.ResourceInterpreterContext
	if err := json.Unmarshal(request, &question); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Response.Patch != nil {
		files = append(files,
			txtar.File{Name: "patch.json", Data: indent(t, answer.Response.Patch)},
			txtar.File{Name: "object.json", Data: indent(t, apply(t, question.Request.Object.Raw, answer.Response.Patch))})
	}
	return files
}

// apply patches the object with the library that Karmada uses.
func apply(tb testing.TB, object, patch []byte) []byte {
	tb.Helper()
	operations, err := jsonpatch.DecodePatch(patch)
	if err != nil {
		tb.Fatal(err)
	}
	patched, err := operations.Apply(object)
	if err != nil {
		tb.Fatal(err)
	}
	return patched
}

func indent(tb testing.TB, document []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := json.Indent(&out, document, "", "  "); err != nil {
		tb.Fatal(err)
	}
	return append(bytes.TrimSpace(out.Bytes()), '\n')
}

func TestCalls(t *testing.T) {
	for _, c := range readCalls(t) {
		t.Run(c.name(), func(t *testing.T) {
			request := c.file("request.json")
			got := &txtar.Archive{
				Comment: c.archive.Comment,
				Files:   append([]txtar.File{{Name: "request.json", Data: request}}, answerFiles(t, request)...),
			}
			if *update {
				if err := os.WriteFile(c.path, txtar.Format(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(txtar.Format(c.archive)), string(txtar.Format(got))); diff != "" {
				t.Errorf("%s(-golden +got; -update rewrites it)\n%s", c.archive.Comment, diff)
			}
		})
	}
}
