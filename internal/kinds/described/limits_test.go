// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described_test

import (
	"encoding/json"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
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

// largest is the size of the largest object that a body has room for.
const largest = 8 << 20

// attack is an accident or an object that means harm, and what the refusal says.
type attack struct{ reason, expression, object, want string }

func attacks(tb testing.TB) map[string]attack {
	tb.Helper()
	numbers := make([]int, 100_000)
	for i := range numbers {
		numbers[i] = i
	}
	list, err := json.Marshal(numbers)
	if err != nil {
		tb.Fatal(err)
	}
	large := `{"list":` + string(list) + `,"text":"` + strings.Repeat("a", 1<<20) + `"}`
	many := func(element string) string {
		return `{"list":[` + strings.Repeat(element+",", largest/(len(element)+1)-8) + element + `]}`
	}
	text := `{"text":"` + strings.Repeat("ab", largest/2-16) + `"}`
	nested := func(begin, around string, times int) string {
		for range times {
			begin = "cel.bind(t, " + begin + ", " + around + ")"
		}
		return begin
	}
	doubled := "object.list"
	for range 13 {
		doubled = "[" + doubled + "].map(l, l + l)[0]"
	}
	replaced := "object.text" + strings.Repeat(".replace('a', 'aaaaaaaaaaaaaaaa')", 8)
	listed := func(part string) string { return "[" + strings.Repeat(part+", ", 300) + "true].size() > 0" }
	half := strings.Replace(text, strings.Repeat("ab", largest/4), "", 1)[:3<<20] + `","part":"b","list":[1]}`
	members := map[string]int{}
	for i := range 90_000 {
		members[strings.Repeat("m", 10)+strconv.Itoa(i)] = i
	}
	ordered, err := json.Marshal(map[string]any{"map": members})
	if err != nil {
		tb.Fatal(err)
	}
	const (
		weight = "want at most 100000 values for one function, got more"
		held   = "want values that take at most 16 MiB of memory, got more"
		long   = "want texts of at most 4 MiB, got a longer one"
		cost   = "want a cost of at most 1000000, got more"
		either = "want " // an answer within a time, or a cost
	)
	return map[string]attack{
		"nested loops":    {"10^10 steps", "object.list.all(a, object.list.all(b, a + b >= 0))", large, either},
		"four loops":      {"10^20 steps", "object.list.exists(a, object.list.exists(b, object.list.exists(c, object.list.exists(d, a + b + c + d < 0))))", large, either},
		"doubled list":    {"8,192 times as long", doubled + ".size() > 0 && " + doubled + ".all(x, x >= 0)", large, weight},
		"doubled text":    {"a gigabyte", nested("'a'", "t + t", 30) + " == ''", large, either},
		"replaced text":   {"16^8 times as long", replaced + " == ''", large, long},
		"joined text":     {"100,000 megabytes", "object.list.map(i, object.text).join('') == ''", large, either},
		"distinct":        {"the library's own function compares every pair", "object.list.distinct().size() == 100000", large, weight},
		"sorted":          {"a list in the worst order", "object.list.map(i, -i).sort().map(i, object.list.map(j, j)).size() == 0", large, either},
		"tree of lists":   {"2^30 values that take 60 steps", nested("'a'", "[t, t]", 30) + " == " + nested("'a'", "[t, t]", 30), large, weight},
		"tree of maps":    {"2^30 values that take 60 steps", "omitEmpty(" + nested("'a'", "{'a': t, 'b': t}", 30) + ") == {}", large, weight},
		"encoded tree":    {"2^30 values as keys of distinct", "[" + nested("'a'", "{'a': t, 'b': t}", 30) + "].distinct().size() == 2", large, weight},
		"heavy in a loop": {"100,000 comparisons of lists", "object.list.all(x, object.list.filter(y, y < 50000) == object.list || true)", large, either},
		"regular":         {"a microsecond for each byte and more", "object.text.matches('(a?){50}b{50}')", text, "matches: want a text of at most 16 KiB, got a longer one"},
		"program":         {"thousands of steps for each byte", "'a'.matches(object.list[0])", `{"list":["` + strings.Repeat("a{1000}", 100) + `"]}`, "a value cannot be used"},
		"parts":           {"a text for each byte", "object.text.split('').size() == 1", text, weight},
		"searched":        {"compares a million times a million characters", "object.text.indexOf(object.part) == 1", `{"text":"` + strings.Repeat("a", 2<<20) + `","part":"` + strings.Repeat("a", 1<<20) + `b"}`, long},
		"added texts":     {"an expression that puts many megabytes together", strings.Repeat("object.text + ", 30) + "'' == ''", large, long},
		"counted":         {"goes through 8 MiB for each element", "object.text.size() == 1", text, weight},
		"counted often":   {"is no loop and takes milliseconds each", listed("object.text.size()"), half, either},
		"parts of texts":  {"a number in the expression makes them no smaller", listed("object.text.substring(1)"), half, cost},
		"made texts":      {"live at the same time, and their types are not known", listed("object.text + object.part"), half, cost},
		"read as numbers": {"goes through all of the text", listed("double(object.text)"), `{"text":"1.` + strings.Repeat("1", 3<<20) + `"}`, either},
		"durations":       {"goes through all of the text", listed("duration(object.text)"), `{"text":"` + strings.Repeat("1s", 1<<20) + `"}`, either},
		"ordered maps":    {"each loop sorts the names", listed("object.map.all(k, false)"), string(ordered), either},
		"small and heavy": {"in one step of a loop", "object.list.all(x, " + listed("quantitySum(object.few)") + ")",
			`{"list":[` + strings.Repeat("1,", 1000) + `1],"few":[` + strings.Repeat(`"1Gi",`, 900) + `"1"]}`, either},
		"numbers":     {"80 bytes for each 2", "object.list.size() == 0", many("0"), held},
		"maps":        {"400 bytes for each 8", "object.list.size() == 0", many(`{"a":1}`), held},
		"empty maps":  {"130 bytes for each 3", "object.list.size() == 0", many(`{}`), held},
		"empty texts": {"90 bytes for each 3", "object.list.size() == 0", many(`""`), held},
	}
}

// TestLimits checks that an accident is refused in time, that it takes little memory, and that calls beside it are answered
// while it goes on.
func TestLimits(t *testing.T) {
	for name, test := range attacks(t) {
		t.Run(name, func(t *testing.T) {
			registry, beside := health(t, test.expression), health(t, "object.ok")
			ask(beside, "InterpretHealth", []byte(`{"ok":true}`)) // is compiled
			attacked, stop := make(chan struct{}), make(chan struct{})
			var answered, refused atomic.Int64
			go func() {
				defer close(stop)
				for {
					if ask(beside, "InterpretHealth", []byte(`{"ok":true}`)).Successful {
						answered.Add(1)
					} else {
						refused.Add(1)
					}
					select {
					case <-attacked:
						return
					default:
						runtime.Gosched()
					}
				}
			}()
			slow := pace()
			began := time.Now()
			response := ask(registry, "InterpretHealth", []byte(test.object))
			took := time.Since(began)
			close(attacked)
			<-stop
			if response.Successful || !strings.Contains(response.Status.Message, test.want) {
				t.Fatalf("%s: got %+v, want a refusal with %s", test.reason, response.Status, test.want)
			}
			slow = max(slow, pace())
			if most := time.Duration(slow * float64(refusedWithin)); took > most {
				t.Errorf("%s: refused after %s on a machine %.1f times as slow as a quiet one, want at most %s", test.reason, took, slow, most)
			}
			if answered.Load() == 0 || refused.Load() > 0 {
				t.Errorf("%s: of the calls beside it %d were answered and %d refused, want some and none", test.reason, answered.Load(), refused.Load())
			}
			// Alone, as a machine that answers more calls meanwhile takes more memory for them.
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			ask(registry, "InterpretHealth", []byte(test.object))
			runtime.ReadMemStats(&after)
			taken := (after.TotalAlloc - before.TotalAlloc) >> 20
			if taken > 128 {
				t.Errorf("%s: took %d MiB, want at most 128", test.reason, taken)
			}
			t.Logf("refused after %s (machine %.1f), %d calls answered beside it, %d MiB: %s", took, slow, answered.Load(), taken,
				response.Status.Message)
		})
	}
}

// refusedWithin is how long an expression that takes too much may go on, on a quiet machine.
const refusedWithin = 200 * time.Millisecond

// pace is how many times as long as on the quiet machine of the figures a piece of work takes at the moment, at least 1.
func pace() float64 {
	const quiet = 12 * time.Millisecond
	began := time.Now()
	var document any
	if err := json.Unmarshal([]byte(`[`+strings.Repeat(`{"name":"value","list":[1,2,3]},`, 10_000)+`0]`), &document); err != nil {
		panic(err)
	}
	return max(1, float64(time.Since(began))/float64(quiet))
}
