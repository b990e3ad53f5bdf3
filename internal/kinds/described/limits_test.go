// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described_test

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"workload.example.io/interpreter/internal/interpreter"
)

// health returns a registry with one kind whose health is the expression, a literal block.
func health(tb testing.TB, expression string) *interpreter.Registry {
	tb.Helper()
	return interpreter.MustRegistry(compile(tb, "x.yaml", head+"  healthInterpretation: |-\n    "+strings.ReplaceAll(expression, "\n", "\n    ")+"\n"))
}

func ask(registry *interpreter.Registry, operation interpreter.Operation, object []byte) *interpreter.Response {
	req := &interpreter.Request{UID: "u", Operation: operation, Kind: registry.Kinds()[0].GroupVersionKind}
	req.Object.Raw = object
	return registry.Interpret(req)
}

// TestLimits checks that an accident is refused in time and that it takes no memory to speak of.
func TestLimits(t *testing.T) {
	numbers := make([]int, 100_000)
	for i := range numbers {
		numbers[i] = i
	}
	large, err := json.Marshal(map[string]any{"list": numbers, "text": strings.Repeat("a", 1<<20)})
	if err != nil {
		t.Fatal(err)
	}
	doubled := "object.list"
	for range 13 {
		doubled = "[" + doubled + "].map(l, l + l)[0]"
	}
	grown := "'a'"
	for range 30 {
		grown = "cel.bind(t, " + grown + ", t + t)"
	}
	replaced := "object.text"
	for range 8 {
		replaced += ".replace('a', 'aaaaaaaaaaaaaaaa')"
	}
	tests := map[string]struct{ reason, expression, want string }{
		"nested loops":  {"10^10 steps", "object.list.all(a, object.list.all(b, a + b >= 0))", "want "},
		"four loops":    {"10^20 steps", "object.list.exists(a, object.list.exists(b, object.list.exists(c, object.list.exists(d, a + b + c + d < 0))))", "want "},
		"doubled list":  {"8,192 times as long", doubled + ".size() > 0 && " + doubled + ".all(x, x >= 0)", "want "},
		"doubled text":  {"a gigabyte", grown + " == ''", "want "},
		"replaced text": {"16^8 times as long", replaced + " == ''", "want "},
		"joined text":   {"100,000 megabytes", "object.list.map(i, object.text).join('') == ''", "want "},
		"distinct":      {"the library's own function compares every pair", "object.list.distinct().size() == 100000", "distinct: want at most 20000 elements, got more"},
		"sorted":        {"a list in the worst order", "object.list.map(i, -i).sort().map(i, object.list.map(j, j)).size() == 0", "want "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			registry, beside := health(t, test.expression), health(t, "object.ok")
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			response := ask(registry, "InterpretHealth", large)
			took := time.Since(began)
			runtime.ReadMemStats(&after)
			if response.Successful || !strings.Contains(response.Status.Message, "cannot evaluate healthInterpretation of kind Gizmo.example.com: "+test.want) {
				t.Errorf("%s: got %+v, want a refusal with %s", test.reason, response.Status, test.want)
			}
			t.Logf("%s: %s after %s and %d MiB", name, response.Status.Message, took, (after.TotalAlloc-before.TotalAlloc)>>20)
			if most := 200 * time.Millisecond * slack; took > most {
				t.Errorf("%s: refused after %s, want at most %s", test.reason, took, most)
			}
			if most := uint64(512); (after.TotalAlloc-before.TotalAlloc)>>20 > most {
				t.Errorf("%s: took %d MiB, want at most %d", test.reason, (after.TotalAlloc-before.TotalAlloc)>>20, most)
			}
			if response := ask(beside, "InterpretHealth", []byte(`{"ok":true}`)); !response.Successful {
				t.Errorf("a call beside it is refused: %+v", response.Status)
			}
		})
	}
}

// slack is for machines that do other things.
const slack = 3
