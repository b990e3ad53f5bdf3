// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

func TestDuplicates(t *testing.T) {
	many := func(n int, more string) string {
		var object strings.Builder
		for i := range n {
			fmt.Fprintf(&object, `"m%d":[{"m0":"}\"{"}],`, i)
		}
		return "{" + object.String() + more + "}"
	}
	tests := map[string]struct{ reason, document, want string }{
		"none":            {"names count within their object only", `{"a":{"a":1},"b":[{"a":1},{"a":1}],"A":"a","c":"a"}`, ""},
		"values":          {"are no names", `{"a":"b","b":["a","a",{"c":["c","c"]}],"c":1}`, ""},
		"two":             {"are refused", `{"a":1,"a":1}`, "a"},
		"deep":            {"with the path", `{"a":[0,{"b":{"c":1,"d":{},"c":2}}]}`, "a[1].b.c"},
		"the first":       {"of several counts, in the order of the document", `{"x":1,"a":{"b":1,"c":1,"c":2,"b":2},"x":2}`, "a.c"},
		"outer first":     {"though the inner object ends first", `{"x":1,"x":{"b":1,"b":2}}`, "x"},
		"escapes":         {"do not hide a name", `{"ab":1,"\u0061b":2}`, "ab"},
		"surrogates":      {"neither", `{"😀":1,"\ud83d\ude00":2}`, `["😀"]`},
		"empty name":      {"is a name", `{"a":{"":1,"":2}}`, `a[""]`},
		"white space":     {"does not matter", "{ \"a\" : 1 ,\n\t\"a\" : 2 }", "a"},
		"many":            {"different", many(1000, `"x":1`), ""},
		"many and two":    {"the last repeats one", many(1000, `"m500":1`), "m500"},
		"many and three":  {"the first repetition counts", many(1000, `"m700":1,"m500":1,"m700":1`), "m700"},
		"the same always": {"is found without comparing each with each", "{" + strings.Repeat(`"a":1,`, 300_000) + `"b":1}`, "a"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dense := strings.TrimSuffix(test.document, "}") + `,"":[` + strings.Repeat(`{"":0},`, smallDocument/7) + "0]}"
			for _, document := range []string{test.document, dense} {
				got := ""
				if err := Document([]byte(document), new(struct{})); err != nil {
					got = err.Error()
				}
				want := ""
				if test.want != "" {
					want = "cannot decode " + test.want + ": want valid JSON, got the same member twice"
				}
				if got != want {
					t.Errorf("%s: got %q, want %q in %d bytes", test.reason, got, want, len(document))
				}
			}
		})
	}
}

// TestDocumentCost decodes documents that are made to cost much: a document of n bytes may take a fixed number of bytes and
// nanoseconds for each of them. Measured are 12 bytes, of which 5
// are held at the same time, and 35 nanoseconds.
func TestDocumentCost(t *testing.T) {
	const size, perByte = 1 << 20, 16
	fill := func(format string) string {
		var list strings.Builder
		for i := 0; list.Len() < size-len(format)-10; i++ {
			fmt.Fprintf(&list, format, i)
		}
		return strings.TrimSuffix(list.String(), ",")
	}
	long := strings.Repeat("x", size/70)
	tests := map[string]string{
		"members":          "{" + fill(`"%x":0,`) + "}",
		"escaped members":  "{" + fill(`"\u0041%x":0,`) + "}",
		"long members":     "{" + fill(`"`+long+`%02d":0,`) + "}",
		"long first":       "{" + fill(`"%02d`+long+`":0,`) + "}",
		"members in depth": nested(size),
		"small objects":    "[" + fill(`{"a":%d,"b":0},`) + "]",
		"depth":            "[" + strings.Repeat(strings.Repeat(`[`, 9_000)+strings.Repeat(`]`, 9_000)+",", size/18_000) + "0]",
		"objects in depth": "[" + strings.Repeat(strings.Repeat(`{"a":`, 9_000)+"0"+strings.Repeat(`}`, 9_000)+",", size/54_000) + "0]",
		"backslashes":      `["` + strings.Repeat(`\\`, size/2) + `"]`,
		"quotes":           `["` + strings.Repeat(`\"`, size/2) + `"]`,
		"numbers":          "[" + strings.Repeat("9", size) + "]",
		"two at the end":   "{" + fill(`"%x":0,`) + `,"0":1}`,
	}
	for name, value := range tests {
		t.Run(name, func(t *testing.T) {
			document := []byte(`{"object":` + value + `}`)
			var view struct {
				Object Span `json:"object"`
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			err := Document(document, &view)
			elapsed := time.Since(began)
			runtime.ReadMemStats(&after)
			allocated := after.TotalAlloc - before.TotalAlloc
			if got := err != nil; got != (name == "two at the end") {
				t.Fatal(err)
			}
			t.Logf("%d bytes: %d allocated, %v", len(document), allocated, elapsed)
			if allocated > uint64(perByte*len(document)) || elapsed > time.Duration(len(document))*time.Microsecond {
				t.Errorf("a document of %d bytes took %d bytes and %v", len(document), allocated, elapsed)
			}
		})
	}
}

// nested is objects within objects, as deep as is allowed, each with many members.
func nested(size int) string {
	var document strings.Builder
	depth := 0
	for i := 0; document.Len() < size; i++ {
		if i%100 == 0 && depth < 9_000 {
			depth++
			document.WriteString(`{"in":`)
			continue
		}
		if i%100 == 1 {
			document.WriteString(`0`)
		}
		fmt.Fprintf(&document, `,"%x":0`, i)
		if i%100 == 99 && depth < 9_000 {
			document.WriteString(`,"next":`)
		}
	}
	return document.String() + strings.Repeat("}", depth)
}

// FuzzDuplicates compares with the library, which copies every name into a map.
func FuzzDuplicates(f *testing.F) {
	for _, seed := range []string{`{"a":1,"a":2}`, `{"a":[{"b":1,"\u0062":2}]}`, `{"a":"}","b":{"a":"{"}}`, ` { "" : 1 , "" : 2 } `, `[[{"a":1}],{"a":{"a":1,"b":1,"a":1}}]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		if json.Unmarshal(document, new(any), jsontext.AllowDuplicateNames(true)) != nil {
			return
		}
		var want error
		if err := json.Unmarshal(document, new(any)); err != nil {
			want = explain(err, "")
		}
		if diff := cmp.Diff(want, unique(document)); diff != "" {
			t.Fatalf("of %s (-library +own)\n%s", document, diff)
		}
	})
}
