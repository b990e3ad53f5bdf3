// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"workload.example.io/interpreter/internal/cli/result"
	"workload.example.io/interpreter/internal/cli/testcase"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/test/kinds/karmada"
	"workload.example.io/interpreter/test/kinds/library"
)

// page is the one whose YAML is tested. Each block says after "yaml" what it is: kind, case, crd or lua.
const page = "../../docs/kinds.md"

var block = regexp.MustCompile("(?ms)^```yaml *([a-z]*)$\n(.*?)^```$")

// blocks writes the blocks of one sort of the page into a folder of files, and returns it.
func blocks(t *testing.T, sort, file string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	folder, found := t.TempDir(), 0
	for _, match := range block.FindAllStringSubmatch(string(text), -1) {
		switch match[1] {
		case sort:
			found++
			path := filepath.Join(folder, string(rune('a'+found)), file)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(match[2]), 0o600); err != nil {
				t.Fatal(err)
			}
		case "kind", "case", "crd", "lua":
		default:
			t.Errorf("%s: want every block of YAML to say kind, case, crd or lua, got %q", page, match[1])
		}
	}
	if found == 0 {
		t.Fatalf("%s: want blocks of YAML that say %s, got none", page, sort)
	}
	return folder
}

func pageRegistry(t *testing.T) *interpreter.Registry {
	t.Helper()
	registry, err := library.Registry(blocks(t, "kind", "kind.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// TestPage runs the cases of the page with its descriptions.
func TestPage(t *testing.T) {
	cases, err := testcase.Read(blocks(t, "case", "case.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	runCases(t, library.Handler(pageRegistry(t)), cases)
}

// TestPageBesideLua asks the customization of the page and its description the same.
func TestPageBesideLua(t *testing.T) {
	lua, err := karmada.NewLua(blocks(t, "lua", "customizations.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	registry := pageRegistry(t)
	cases, err := testcase.Read("testdata/bundle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	runCases(t, library.Handler(registry), cases)
	for _, c := range cases {
		question, err := karmada.NewQuestion(c.Request)
		if err != nil {
			t.Fatal(err)
		}
		want, err := lua.Ask(question)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		response := registry.Interpret(c.Request)
		got, err := result.Of(c.Request, &response.ResourceInterpreterResponse)
		if err != nil {
			t.Fatal(err)
		}
		places, err := differences(want, got)
		if err != nil || len(places) > 0 {
			t.Errorf("%s: the script and the description differ: %v %v", c.Name, places, err)
		}
	}
}
