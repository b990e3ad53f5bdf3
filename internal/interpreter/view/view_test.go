// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

// view is like the views of a kind: structs within structs, pointers, and a type of somebody else.
type view struct {
	Metadata struct {
		Labels struct {
			Retain string `json:"example.io/retain"`
		} `json:"labels"`
	} `json:"metadata"`
	Spec *struct {
		Replicas *int32         `json:"replicas"`
		Any      map[string]any `json:"any"`
	} `json:"spec"`
	Status viewStatus `json:"status"`
}

type viewStatus struct {
	Ready *int32 `json:"ready"`
}

func TestPrune(t *testing.T) {
	tests := map[string]struct{ reason, value, want string }{
		"nothing known":   {"all is cut out", `{"a":{"spec":1},"b":[{"spec":2}]}`, `{}`},
		"nested":          {"each level is cut", `{"kind":"W","spec":{"template":{},"replicas":3,"x":"}"},"status":{"y":[],"ready":1}}`, `{"spec":{"replicas":3},"status":{"ready":1}}`},
		"read whole":      {"a map has no shape", `{"spec":{"any":{"x":{"y":1}},"other":{}}}`, `{"spec":{"any":{"x":{"y":1}}}}`},
		"another type":    {"the library is to refuse it", `{"spec":"text","status":[1,{"ready":1}],"metadata":null}`, `{"spec":"text","status":[1,{"ready":1}],"metadata":null}`},
		"white space":     {"goes", " {\n\t\"spec\" : { \"replicas\" : 3 } ,\r\n \"z\" : 1 } ", `{"spec":{"replicas":3}}`},
		"escaped name":    {"means the same name", `{"sp\u0065c":{"r\u0065plicas":3}}`, `{"sp\u0065c":{"r\u0065plicas":3}}`},
		"quotes in text":  {"do not end it", `{"a":"\"","b":"\\","c\"":"\\\"}","status":{"ready":7}}`, `{"status":{"ready":7}}`},
		"case":            {"counts", `{"Spec":{"replicas":3}}`, `{}`},
		"other locations": {"a name counts in its place only", `{"status":{"replicas":1,"labels":2}}`, `{"status":{}}`},
		"no object":       {"left to the library", `[1,2]`, `[1,2]`},
		"the rest":        {"is not read once all is found", `{"metadata":{"labels":{"example.io/retain":"x"}},"spec":{"replicas":1,"any":{}},"status":{"ready":1,"z":`, `{"metadata":{"labels":{"example.io/retain":"x"}},"spec":{"replicas":1,"any":{}},"status":{"ready":1}}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, _, ok := shapeFor(reflect.TypeFor[*view]()).prune(nil, []byte(test.value), space([]byte(test.value), 0), false)
			if !ok || string(got) != test.want {
				t.Errorf("%s: got %s, want %s", test.reason, got, test.want)
			}
		})
	}
}

func TestPruneGivesUp(t *testing.T) {
	for reason, value := range map[string]string{
		"empty":                 ``,
		"a string without end":  `{"spec":"x`,
		"an object without end": `{"a":{"b":1}`,
		"too large":             `{"spec":{"any":"` + strings.Repeat("x", maxPruned) + `"}}`,
	} {
		if got, _, ok := shapeFor(reflect.TypeFor[*view]()).prune(nil, []byte(value), 0, false); ok {
			t.Errorf("%s: got %.100s, want it left to the library", reason, got)
		}
	}
}

// FuzzValue checks that a valid value is decoded as the library decodes the whole of it, with the same error.
func FuzzValue(f *testing.F) {
	for _, seed := range []string{
		`{"metadata":{"labels":{"example.io/retain":"true"},"managedFields":[{"f:spec":{}}]},"spec":{"replicas":3,"any":{"a":[1,2.5,null,true]}},"status":{"ready":1}}`,
		`{"spec":null,"status":{"ready":null}}`, `{"spec":{"replicas":"3"}}`, `{"spec":{"replicas":1e400}}`, `{"spec":[],"x":"\"\\"}`, `[]`, `null`, ` {"sp\u0065c" : {"replicas" : 2147483648} } `,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		var span struct {
			Object Span `json:"object"`
		}
		document := append(append([]byte(`{"object":`), value...), '}')
		if Document(document, &span) != nil {
			return
		}
		value = span.Object.In(document)
		sameValue[view](t, value)
		sameValue[counts](t, value)
	})
}

// counts is a view that is filled without the library.
type counts struct {
	Spec *struct {
		Replicas *int32         `json:"replicas"`
		Any      jsontext.Value `json:"any"`
	} `json:"spec"`
	Status struct {
		Ready *int32 `json:"ready"`
	} `json:"status"`
}

// sameValue compares Value with the library alone.
func sameValue[T any](t *testing.T, value []byte) {
	t.Helper()
	var got, want T
	gotErr, wantErr := Value(value, "object", &got), json.Unmarshal(value, &want, checked)
	if wantErr != nil {
		wantErr = explain(wantErr, "object")
	}
	if diff := cmp.Diff(wantErr, gotErr); diff != "" {
		t.Errorf("of %s (-whole +pruned)\n%s", value, diff)
	}
	if diff := cmp.Diff(want, got); gotErr == nil && diff != "" {
		t.Errorf("of %s (-whole +pruned)\n%s", value, diff)
	}
}

// TestFilled checks which values are read into a view without the library.
func TestFilled(t *testing.T) {
	for value, want := range map[string]bool{
		`{}`: true, `{"x":1}`: true, `{"spec":{"replicas":3,"any":{"a":[1]},"x":{}},"status":{"ready":0}}`: true,
		`{"spec":{"replicas":null}}`: false, `{"spec":null}`: false, `{"status":{"ready":-1}}`: false, `{"status":{"ready":1.0}}`: false,
		`{"status":{"ready":"1"}}`: false, `{"status":[]}`: false, `{"sp\u0065c":{}}`: false, `[]`: false, `{"spec":{"any":null}}`: false,
	} {
		s := shapeFor(reflect.TypeFor[*counts]())
		pruned, _, ok := s.prune(nil, []byte(value), 0, false)
		var got counts
		if ok && s.filled(&got, pruned) != want {
			t.Errorf("%s: want it filled: %t", value, want)
		}
		if !want && !reflect.ValueOf(got).IsZero() {
			t.Errorf("%s: got %+v of a value that is left to the library", value, got)
		}
	}
	if shapeFor(reflect.TypeFor[*view]()).plain {
		t.Error("want a view of more than counts left to the library")
	}
}
