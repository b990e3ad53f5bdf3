// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"flag"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// mistake is a change that would break the endpoint, of the kind that people make.
type mistake struct {
	file   string // below terraform/
	old    string // every occurrence of it is replaced
	new    string
	missed string // why the checks cannot see it; empty for what they must notice
}

var onlyMistakes = flag.String("mistakes", "", "make only the mistakes whose names or files match this `pattern`")

// maxMissed is how many mistakes may go unnoticed.
const maxMissed = 3

// TestMistakes makes each mistake in a copy and tells which check is the first to notice it.
func TestMistakes(t *testing.T) {
	pattern := regexp.MustCompile(*onlyMistakes)
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(mistakes)), func(name string) bool {
		return !pattern.MatchString(name) && !pattern.MatchString(mistakes[name].file)
	})
	noticed := make([]string, len(names))
	queue := make(chan int)
	var workers sync.WaitGroup
	for range 2 {
		w := newWorkspace(t)
		for _, module := range []string{"cloud-run", "cloud-function", "image", "modules/access", "modules/apis", "modules/endpoint", "modules/repository", "examples/aws-lambda"} {
			w.init(t, module)
		}
		workers.Go(func() {
			for i := range queue {
				noticed[i] = w.notice(t, mistakes[names[i]])
				t.Logf("%s: %s", names[i], noticed[i])
			}
		})
	}
	for i := range names {
		queue <- i
	}
	close(queue)
	workers.Wait()

	page := readMistakes(t)
	by := map[string]int{}
	for i, name := range names {
		m := mistakes[name]
		by[noticed[i]]++
		if (noticed[i] == "") != (m.missed != "") {
			t.Errorf("%s: noticed by %q, want missed: %q", name, noticed[i], m.missed)
		}
		if page[name] != noticed[i] && !*update {
			t.Errorf("%s: noticed by %q, %s says %q; run with -update", name, noticed[i], mistakesPage, page[name])
		}
		page[name] = noticed[i]
	}
	t.Logf("%d of %d mistakes noticed %v", len(names)-by[""], len(names), by)
	if *update {
		write(t, mistakesPage, mistakesTable(page))
	}
}

// notice makes the mistake, tells which check is the first to notice it, and takes it back. The snapshot comes last: it sees
// every change and does not say what is wrong with it.
func (w *workspace) notice(t *testing.T, m mistake) string {
	path := filepath.Join(w.dir, "terraform", m.file)
	right := read(t, path)
	if !strings.Contains(right, m.old) {
		t.Errorf("%s does not contain %q", m.file, m.old)
		return "nothing: it could not be made"
	}
	defer write(t, path, right)
	write(t, path, strings.ReplaceAll(right, m.old, m.new))
	module := filepath.Dir(m.file)
	if filepath.Base(m.file) == "versions.tf" {
		if len(wrongBounds(t, read(t, path))) > 0 {
			return "bounds"
		}
		return ""
	}
	changed := false
	for _, root := range rootsOf(module) {
		check, resources := w.noticeInPlan(module, root)
		if check != "" {
			return check
		}
		changed = changed || planText(resources) != read(t, filepath.Join("testdata", "plan-"+root+".json"))
	}
	arguments := []string{"test", "-no-color"}
	files, err := filepath.Glob(filepath.Join(w.module(module), "tests", "*.tftest.hcl"))
	if err != nil {
		panic(err) // the pattern is right
	}
	for _, f := range files {
		// Refused values are the business of variables; the outputs of both endpoints come from the modules below.
		if name := filepath.Base(f); name != "shared.tftest.hcl" && name != "validation.tftest.hcl" && name != "outputs_shared.tftest.hcl" {
			arguments = append(arguments, "-filter=tests/"+name)
		}
	}
	if _, err := w.run(module, arguments...); err != nil {
		return "test"
	}
	if changed {
		return "snapshot"
	}
	return ""
}

// rootsOf are the modules whose plan shows a change of the module.
func rootsOf(module string) []string {
	switch module {
	case "cloud-run", "cloud-function", "image":
		return []string{module}
	case "modules/apis", "modules/repository":
		return []string{"cloud-function", "image"}
	case "modules/access", "modules/endpoint":
		return []string{"cloud-run"}
	}
	return nil
}

// noticeInPlan looks at the graph and the plan of a root that uses the module, and returns the plan if nothing is wrong with
// it.
func (w *workspace) noticeInPlan(module, root string) (check string, resources []resource) {
	g, err := w.graph(root)
	if err == nil && len(g.missing(edgesOf(root))) > 0 {
		return "edges", nil
	}
	resources, err = w.tryPlan(root, oddFor(root))
	if err != nil { // what a plan refuses, validate may refuse without any values
		if _, err := w.run(root, "validate", "-no-color"); err != nil {
			return "validate", nil
		}
		return "plan", nil
	}
	if len(evenValues(resources)) > 0 {
		return "odd values", nil
	}
	if module == "modules/endpoint" {
		if m, err := newMonitoring(resources); err != nil || len(m.wrong()) > 0 {
			return "alerts", nil
		}
	}
	return "", resources
}
