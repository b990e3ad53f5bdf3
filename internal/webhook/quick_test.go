// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// recorded returns the bodies of the calls that were recorded from Karmada.
func recorded(t testing.TB) [][]byte {
	t.Helper()
	paths, err := filepath.Glob("../../function/testdata/calls/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recorded calls: %v", err)
	}
	var bodies [][]byte
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range txtar.Parse(content).Files {
			if file.Name == "request.json" {
				bodies = append(bodies, file.Data)
			}
		}
	}
	return bodies
}

// TestQuick checks that Karmada's calls are read in one pass, and which others are.
func TestQuick(t *testing.T) {
	for _, body := range recorded(t) {
		if !new(contextView).quick(body) {
			t.Errorf("a recorded call is not read in one pass: %.200s", body)
		}
	}
	request := func(members string) string { return `{"request":{"uid":"u",` + members + `}}` }
	tests := map[string]struct {
		reason, body string
		want         bool
	}{
		"unknown":       {"members that nobody reads may hold anything", request(`"x":[{"a":[],"b":{}},-1.5e+3,"\"\u003c",null]`), true},
		"white space":   {"JSON for people", " {\n\t\"request\" : { \"uid\" : \"u\" , \"x\" : [ 1 , 2 ] } }\r\n", true},
		"many members":  {"sorted to be compared", request(`"x":{` + strings.TrimSuffix(members(40), ",") + `}`), true},
		"same member":   {"in an object that nobody reads", request(`"x":{"a":1,"b":2,"a":3}`), false},
		"same of many":  {"among many", request(`"x":{` + members(40) + `"a7":1}`), false},
		"same request":  {"the library says so", `{"request":{},"request":{}}`, false},
		"field name":    {"as in managedFields", request(`"x":{"k:{\"name\":\"nginx\"}":{},"k:{\"name\":\"other\"}":{}}`), true},
		"escaped name":  {"could be another one", request(`"x":{"a":1,"\u0061":2}`), false},
		"escaped twice": {"as plain ones", request(`"x":{"\"":1,"\"":2}`), false},
		"slash":         {"has two forms", request(`"x":{"\/":1,"/":2}`), false},
		"escape":        {"in a name of an object", request(`"name":"\u0061"`), false},
		"surrogates":    {"only the library pairs them", request(`"x":"\ud83d\ude00"`), false},
		"not UTF-8":     {"the library says where", request("\"x\":\"\xff\""), false},
		"null":          {"means absent", request(`"object":null`), false},
		"another type":  {"the library says where", request(`"operation":1`), false},
		"behind":        {"more than one value", request(`"x":1`) + "{}", false},
		"deep":          {"deeper than any kind of Kubernetes", request(`"x":` + strings.Repeat("[", 100) + strings.Repeat("]", 100)), false},
		"cut off":       {"no end", request(`"x":1`)[:10], false},
		"nothing":       {"no JSON", "", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := new(contextView).quick([]byte(test.body)); got != test.want {
				t.Errorf("%s: read in one pass: %t, want %t", test.reason, got, test.want)
			}
		})
	}
}

func members(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `"a%d":1,`, i)
	}
	return text.String()
}

// FuzzQuick checks that what is read in one pass is what the library reads, and that the library accepts it.
func FuzzQuick(f *testing.F) {
	for _, body := range recorded(f) {
		f.Add(body)
	}
	for _, text := range []string{`{"a":[0,-0,1.5e-7,01]}`, `{"request":{"aggregatedStatus":[{"clusterName":"a","applied":true,"status":{},"health":"x"}],"replicas":123456789}}`,
		`{"request":{"kind":{"group":"g","version":"v","kind":"k"},"uid":"é"}}`, "{\"a\":\"\\u00e9\xc3\xa9\"}", `[]`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var got, want contextView
		if !got.quick(body) {
			return
		}
		if err := view.Document(body, &want); err != nil {
			t.Fatalf("read in one pass what the library refuses: %v", err)
		}
		if want.Request != nil && len(want.Request.AggregatedStatus) == 0 {
			want.Request.AggregatedStatus = nil
		}
		if got.APIVersion != want.APIVersion || got.Kind != want.Kind || !reflect.DeepEqual(got.Request, want.Request) {
			t.Errorf("got  %+v\nwant %+v", got.Request, want.Request)
		}
	})
}
