// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mistakesPage is what TestMistakes found, written by it with -update.
const mistakesPage = "MISTAKES.md"

const mistakesHead = `# Mistakes in terraform/, and what notices each

Written by ` + "`make -C test terraform-mistakes UPDATE=1`" + `, which makes one at a time in a copy. Of several checks that would notice a mistake the first
is named, in this order: *bounds* of versions, *edges* of the graph, *validate*, *plan*, *odd values* in a plan, *alerts* that
failures raise, Terraform's own *test*, and last the *snapshot* of a whole plan, which sees every change of a known value and
does not say what is wrong with it.

| mistake | file | noticed by |
| --- | --- | --- |
`

var mistakeRow = regexp.MustCompile(`(?m)^\| (.+?) \| .+? \| (.*?) \|$`)

// readMistakes reads what noticed each mistake, "" for nothing.
func readMistakes(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, m := range mistakeRow.FindAllStringSubmatch(read(t, mistakesPage), -1) {
		if _, known := mistakes[m[1]]; known && m[2] != "" {
			found[m[1]] = strings.TrimSuffix(m[2], "nothing: "+mistakes[m[1]].missed)
		}
	}
	return found
}

// mistakesTable writes the page.
func mistakesTable(noticed map[string]string) string {
	var out strings.Builder
	out.WriteString(mistakesHead)
	by := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(mistakes)) {
		check, made := noticed[name]
		if check == "" && made {
			check = "nothing: " + mistakes[name].missed
		}
		by[noticed[name]]++
		fmt.Fprintf(&out, "| %s | %s | %s |\n", name, mistakes[name].file, check)
	}
	fmt.Fprintf(&out, "\n%d of %d are noticed:", len(mistakes)-by[""], len(mistakes))
	for _, check := range slices.Sorted(maps.Keys(by)) {
		if check != "" {
			fmt.Fprintf(&out, " %d by %s,", by[check], check)
		}
	}
	return strings.TrimSuffix(out.String(), ",") + ".\n"
}

// TestMistakesPage holds the page to the list: each mistake was made, and at most three went unnoticed, each with its reason.
func TestMistakesPage(t *testing.T) {
	page := readMistakes(t)
	missed := 0
	for name, m := range mistakes {
		noticed, made := page[name]
		switch {
		case !made:
			t.Errorf("%s was not made: run make -C test terraform-mistakes UPDATE=1", name)
		case noticed == "" && m.missed == "":
			t.Errorf("%s is noticed by nothing, and there is no reason why", name)
		case noticed == "":
			missed++
		}
	}
	if missed > maxMissed || len(mistakes) < 60 {
		t.Errorf("%d of %d mistakes are missed, want at most %d of at least 60", missed, len(mistakes), maxMissed)
	}
	if got := read(t, mistakesPage); got != mistakesTable(page) && *update {
		write(t, mistakesPage, mistakesTable(page))
	} else if got != mistakesTable(page) {
		t.Errorf("%s is not as it is written: run make -C test terraform-mistakes UPDATE=1", mistakesPage)
	}
}
