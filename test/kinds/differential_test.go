// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/cli/result"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/test/kinds/karmada"
	"workload.example.io/interpreter/test/kinds/mutate"
)

// variants is how often each case is changed. All of them make about 3,000 questions.
const variants = 6

// difference explains why the library and Karmada's script answer differently. Everything else they must answer alike.
type difference struct {
	// Kinds that it is about; empty means all.
	Kinds []string `json:"kinds,omitempty"`
	// Operation that it is about; empty means all.
	Operation string `json:"operation,omitempty"`
	// Places are patterns of path.Match for the members that differ, empty where there is no answer to compare. Elements
	// of lists are called by their index.
	Places []string `json:"places,omitempty"`
	// Refused says that the library refuses what the script answers.
	Refused bool `json:"refused,omitempty"`
	// Reason says why, and is the name of the class.
	Reason string `json:"reason"`
}

// TestAgainstLua asks the library and Karmada's scripts the same changed cases.
func TestAgainstLua(t *testing.T) {
	root, cases := karmadaCases(t)
	lua, err := karmada.NewLua(root)
	if err != nil {
		t.Fatal(err)
	}
	library := registry(t)
	classes := &classes{counts: map[string]int{}}
	readYAML(t, "differences.yaml", &classes.known)
	for _, c := range cases {
		name := caseName(t, root, c)
		for n := range variants {
			request, err := mutate.Request(c.Request, name, n)
			if err != nil {
				t.Fatal(err)
			}
			request.UID = "differential"
			if unexplained := classes.compare(lua, library, request); unexplained != "" {
				body, _ := json.Marshal(request)
				t.Errorf("%s, variant %d: %s\n%.2000s", name, n, unexplained, body)
			}
		}
	}
	classes.report(t)
}

// classes counts the answers by how they compare.
type classes struct {
	known  []difference
	used   map[int]bool
	counts map[string]int
}

const (
	equal       = "equal"
	lostEmpties = "equal but for empty lists and objects, which Lua loses or confuses"
	scriptFails = "the script fails, the library answers or refuses"
)

// compare counts one question. It returns what no known difference explains.
func (c *classes) compare(lua *karmada.Lua, library *interpreter.Registry, request *configv1alpha1.ResourceInterpreterRequest) string {
	question, err := karmada.NewQuestion(request)
	if err != nil {
		return err.Error()
	}
	response := library.Interpret(request.DeepCopy())
	if response.Bug() {
		return "the library has a bug: " + response.Status.Message
	}
	want, err := lua.Ask(question)
	if err != nil {
		c.counts[scriptFails]++
		return ""
	}
	if !response.Successful {
		return c.explain(request, nil, response.Status.Message)
	}
	got, err := result.Of(request, &response.ResourceInterpreterResponse)
	if err != nil {
		return err.Error()
	}
	places, err := differences(want, got)
	if err != nil {
		return err.Error()
	}
	if len(places) == 0 {
		class := equal
		if !identical(want, got) {
			class = lostEmpties
		}
		c.counts[class]++
		return ""
	}
	return c.explain(request, places, "")
}

// explain finds a known difference for each place and counts the question in the class of the last.
func (c *classes) explain(request *configv1alpha1.ResourceInterpreterRequest, places map[string]string, refusal string) string {
	class := ""
	for _, place := range slices.Sorted(maps.Keys(places)) {
		i := slices.IndexFunc(c.known, func(d difference) bool { return !d.Refused && d.about(request) && d.at(place) })
		if i < 0 {
			return fmt.Sprintf("%s: %s: %s", request.Operation, place, places[place])
		}
		class = c.use(i)
	}
	if refusal != "" {
		i := slices.IndexFunc(c.known, func(d difference) bool { return d.Refused && d.about(request) })
		if i < 0 {
			return "refused: " + refusal
		}
		class = c.use(i)
	}
	c.counts[class]++
	return ""
}

func (c *classes) use(i int) string {
	if c.used == nil {
		c.used = map[int]bool{}
	}
	c.used[i] = true
	return c.known[i].Reason
}

func (d *difference) about(request *configv1alpha1.ResourceInterpreterRequest) bool {
	return (len(d.Kinds) == 0 || slices.Contains(d.Kinds, request.Kind.Kind)) &&
		(d.Operation == "" || d.Operation == string(request.Operation))
}

// at reports whether the place, or one above it, is a place of the difference.
func (d *difference) at(place string) bool {
	return slices.ContainsFunc(d.Places, func(pattern string) bool {
		for at := place; at != "."; at = path.Dir(at) {
			if ok, _ := path.Match(pattern, at); ok {
				return true
			}
		}
		return false
	})
}

// report shows the classes, and that each known difference was met.
func (c *classes) report(t *testing.T) {
	t.Helper()
	total := 0
	for _, count := range c.counts {
		total += count
	}
	var text strings.Builder
	for _, class := range slices.Sorted(maps.Keys(c.counts)) {
		fmt.Fprintf(&text, "%6d %5.1f %%  %s\n", c.counts[class], 100*float64(c.counts[class])/float64(total), class)
	}
	t.Logf("%d questions\n%s", total, &text)
	for i, d := range c.known {
		if !c.used[i] {
			t.Errorf("differences.yaml: no question met: %s", d.Reason)
		}
	}
}
