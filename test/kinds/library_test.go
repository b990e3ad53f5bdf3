// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/apimachinery/pkg/api/equality"
	kubejson "k8s.io/apimachinery/pkg/util/json"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/cli/result"
	"workload.example.io/interpreter/internal/cli/testcase"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/test/kinds/karmada"
	"workload.example.io/interpreter/test/kinds/library"
)

// TestKarmadaCases asks the library every case that Karmada has for its third-party kinds. A case passes strictly, or it
// is on the list of exceptions; a listed case that passes is a mistake too, so that the list stays short.
func TestKarmadaCases(t *testing.T) {
	root, cases := karmadaCases(t)
	handler := library.Handler(registry(t))
	endpoint := client.InProcess(handler)
	listed := readExceptions(t)
	strictly := 0
	for _, c := range cases {
		name := caseName(t, root, c)
		exception := listed[name]
		delete(listed, name)
		t.Run(name, func(t *testing.T) {
			response := askFiveTimes(t, handler, c.Request)
			difference, _, err := c.Run(t.Context(), endpoint, printer.Style{})
			switch {
			case err != nil:
				t.Fatal(err)
			case difference == "":
				strictly++
				if exception != nil {
					t.Errorf("passes, but is listed: %s", exception.Reason)
				}
			case exception == nil:
				t.Error(difference)
			case exception.Status:
				if difference := statusOnly(t, c, response); difference != "" {
					t.Error(difference)
				}
			}
		})
	}
	for name := range listed {
		t.Errorf("exceptions.yaml lists %s: want a case of Karmada, got none", name)
	}
	t.Logf("%d cases, %d strictly", len(cases), strictly)
}

func registry(t testing.TB) *interpreter.Registry {
	t.Helper()
	registry, err := library.Registry(library.Folder)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func karmadaCases(t testing.TB) (root string, cases []*testcase.Case) {
	t.Helper()
	root, err := karmada.Customizations()
	if err == nil {
		cases, err = testcase.Read(root)
	}
	if err != nil {
		t.Fatal(err)
	}
	return root, cases
}

// caseName names a case by its kind, its file and its name.
func caseName(t testing.TB, root string, c *testcase.Case) string {
	t.Helper()
	file, err := filepath.Rel(root, c.File)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(strings.Replace(strings.TrimSuffix(file, filepath.Ext(file)), "testdata/", "", 1)) + ": " + c.Name
}

// askFiveTimes returns the response, which must be the same to the byte each time.
func askFiveTimes(t *testing.T, handler http.Handler, request *configv1alpha1.ResourceInterpreterRequest) *configv1alpha1.ResourceInterpreterResponse {
	t.Helper()
	body, err := json.Marshal(library.Call(request))
	if err != nil {
		t.Fatal(err)
	}
	var first []byte
	for i := range 5 {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if i == 0 {
			first = w.Body.Bytes()
		} else if !bytes.Equal(first, w.Body.Bytes()) {
			t.Fatalf("two answers to one question:\n%s\n%s", first, w.Body)
		}
	}
	var answer configv1alpha1.ResourceInterpreterContext
	if err := json.Unmarshal(first, &answer); err != nil || answer.Response == nil {
		t.Fatalf("want a response, got %s", first)
	}
	return answer.Response
}

// statusOnly holds an answer to AggregateStatus to the part that Karmada writes: the status is the expected one, and
// nothing else of the object has changed.
func statusOnly(t *testing.T, c *testcase.Case, response *configv1alpha1.ResourceInterpreterResponse) string {
	t.Helper()
	after, err := result.Patched(c.Request.Object.Raw, response.Patch)
	if err != nil {
		t.Fatal(err)
	}
	var before, got, want map[string]any
	for _, document := range []struct {
		text []byte
		into *map[string]any
	}{{c.Request.Object.Raw, &before}, {after, &got}, {c.Want["aggregatedStatus"], &want}} {
		if err := kubejson.Unmarshal(document.text, document.into); err != nil {
			t.Fatal(err)
		}
	}
	if !equality.Semantic.DeepEqual(want["status"], got["status"]) {
		return cmp.Diff(want["status"], got["status"])
	}
	delete(before, "status")
	delete(got, "status")
	if !equality.Semantic.DeepEqual(before, got) {
		return "something beside the status has changed"
	}
	return ""
}
