// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package init_test

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/interpreter"
)

const page = "../../docs/kinds-init.md"

// table is a part of the page between two comments.
var table = regexp.MustCompile(`(?s)<!-- table: ([a-z]+) -->\n(.*?)<!-- end of table -->`)

// compareTables compares the tables of the page with what was measured, or writes them.
func compareTables(t *testing.T, measured map[string]*measurement) {
	t.Helper()
	text := read(t, page)
	want := map[string]string{"karmada": karmadaTable(measured), "others": othersTable(measured)}
	found := 0
	fresh := table.ReplaceAllStringFunc(text, func(block string) string {
		found++
		name := table.FindStringSubmatch(block)[1]
		return fmt.Sprintf("<!-- table: %s -->\n%s<!-- end of table -->", name, want[name])
	})
	if found != len(want) {
		t.Fatalf("%s: want %d tables, got %d", page, len(want), found)
	}
	if diff := gocmp.Diff(text, fresh); diff != "" {
		if !*update {
			t.Errorf("%s differs (-page +measured; -update rewrites it)\n%s", page, diff)
		} else if err := os.WriteFile(page, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// karmadaTable has the kinds that Karmada has cases for.
func karmadaTable(measured map[string]*measurement) string {
	var w strings.Builder
	w.WriteString("| kind | decisions |")
	for _, operation := range interpreter.Operations() {
		fmt.Fprintf(&w, " %s |", strings.TrimPrefix(string(operation), "Interpret"))
	}
	w.WriteString(" all | edits of the library |\n|---|--:|" + strings.Repeat("--:|", len(interpreter.Operations())+1) + "---|\n")
	var totals measurement
	totals.scores = map[interpreter.Operation]score{}
	kinds := 0
	for _, s := range subjects {
		m := measured[s.group+"/"+s.kind]
		if m == nil || len(m.scores) == 0 {
			continue
		}
		kinds++
		m.row(&w, s.kind+" ("+s.group+")", cmp.Or(m.edits, "not in the library"))
		totals.decisions += m.decisions
		for operation, one := range m.scores {
			sum := totals.scores[operation]
			totals.scores[operation] = score{sum.passed + one.passed, sum.all + one.all}
		}
	}
	totals.row(&w, fmt.Sprintf("**%d kinds**", kinds), "")
	return w.String()
}

func (m *measurement) row(w *strings.Builder, name, edits string) {
	fmt.Fprintf(w, "| %s | %d |", name, m.decisions)
	var all score
	for _, operation := range interpreter.Operations() {
		one, ok := m.scores[operation]
		all = score{all.passed + one.passed, all.all + one.all}
		if !ok {
			w.WriteString(" |")
			continue
		}
		fmt.Fprintf(w, " %d/%d |", one.passed, one.all)
	}
	fmt.Fprintf(w, " %d/%d | %s |\n", all.passed, all.all, edits)
}

// othersTable has the kinds that Karmada knows nothing of.
func othersTable(measured map[string]*measurement) string {
	var w strings.Builder
	w.WriteString("| kind | decisions | operations that are described | edits of the library |\n|---|--:|---|---|\n")
	for _, s := range subjects {
		m := measured[s.group+"/"+s.kind]
		if m == nil || len(m.scores) > 0 {
			continue
		}
		fmt.Fprintf(&w, "| %s (%s) | %d | %s | %s |\n", s.kind, s.group, m.decisions, strings.Join(m.operations, ", "), cmp.Or(m.edits, "not in the library"))
	}
	return w.String()
}
