// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package init_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/cli/testcase"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/webhook"
)

// libraryFolder is where the descriptions are that people have finished.
const libraryFolder = "../../function/kinds"

// score counts cases.
type score struct{ passed, all int }

// measurement is what the untouched result is worth.
type measurement struct {
	subject
	// decisions that init leaves open, and the operations that it describes.
	decisions  int
	operations []string
	// scores of Karmada's cases by operation, empty for a kind that Karmada knows nothing of.
	scores map[interpreter.Operation]score
	// edits are what the library's description has beyond the untouched result, empty if the library has none.
	edits string
}

var openDecisions = regexp.MustCompile(`Open decisions: (\d+)\.`)

func measure(t *testing.T, s subject, description, said, summary string) *measurement {
	t.Helper()
	m := &measurement{subject: s, scores: map[interpreter.Operation]score{}}
	match := openDecisions.FindStringSubmatch(said)
	if match == nil {
		t.Fatalf("want the number of open decisions, got %s", said)
	}
	m.decisions, _ = strconv.Atoi(match[1])
	if marks := strings.Count(read(t, description), "# decide: "); marks != m.decisions {
		t.Errorf("want %d decisions to be marked, got %d", m.decisions, marks)
	}
	_, operations, _ := strings.Cut(strings.TrimSpace(summary), "CRD: ")
	m.operations = strings.Split(operations, ", ")
	m.ask(t, description)
	if _, err := os.Stat(filepath.Join(libraryFolder, s.group, s.kind+".yaml")); err == nil {
		m.edits = edits(t, description, filepath.Join(libraryFolder, s.group, s.kind+".yaml"))
	}
	return m
}

// ask asks Karmada's cases of the kind. Only what it answers exactly as Karmada's script passes.
func (m *measurement) ask(t *testing.T, description string) {
	t.Helper()
	pattern := filepath.Join(karmada.folder(t), "pkg/resourceinterpreter/default/thirdparty/resourcecustomizations", m.group, "*", m.kind, "testdata")
	folders, err := filepath.Glob(pattern)
	if err != nil || len(folders) == 0 {
		return
	}
	cases, err := testcase.Read(folders...)
	if err != nil {
		t.Fatal(err)
	}
	set, err := described.Load(described.Source{Name: description, Data: []byte(read(t, description))})
	if err != nil {
		t.Fatal(err)
	}
	registry, err := interpreter.NewRegistry(set.Kinds()...)
	if err != nil {
		t.Fatal(err)
	}
	endpoint := client.InProcess(webhook.New(registry, nil))
	for _, c := range cases {
		one := m.scores[c.Request.Operation]
		one.all++
		difference, _, err := c.Run(t.Context(), endpoint, printer.Style{})
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if difference == "" {
			one.passed++
		}
		m.scores[c.Request.Operation] = one
	}
}
