// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
)

func path(t testing.TB, text string) fieldpath.Path {
	t.Helper()
	if text == "" {
		return nil
	}
	parsed, _, err := fieldpath.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

type object = map[string]any

func TestDecode(t *testing.T) {
	const source = `{"metadata":{"name":"x","managedFields":[{"a":1}]},"spec":{"replicas":3,"big":1e3,"none":null,
		"list":[{"a":1,"b":2},null,{"a":"t\u0041"}],"empty":{},"labels":{"k.v/w":"v"}}}`
	tests := map[string]struct {
		reason          string
		whole, presence []string
		want            any
	}{
		"nothing":        {"an expression that reads no field", nil, nil, object{}},
		"one field":      {"the rest is skipped", []string{"spec.replicas"}, nil, object{"spec": object{"replicas": int64(3)}}},
		"a float":        {"what is not written as an integer", []string{"spec.big"}, nil, object{"spec": object{"big": 1000.0}}},
		"null":           {"null is absent", []string{"spec.none"}, nil, object{"spec": object{}}},
		"presence":       {"has() asks only whether it is there", nil, []string{"spec.list", "spec.empty", "spec.absent"}, object{"spec": object{"list": []any{}, "empty": object{}}}},
		"of elements":    {"elements keep their places", []string{"spec.list[*].a"}, nil, object{"spec": object{"list": []any{object{"a": int64(1)}, nil, object{"a": "tA"}}}}},
		"quoted":         {"a name with a dot", []string{"spec.labels['k.v/w']"}, nil, object{"spec": object{"labels": object{"k.v/w": "v"}}}},
		"whole and part": {"the whole includes the part", []string{"spec.labels", "spec.labels['k.v/w']"}, nil, object{"spec": object{"labels": object{"k.v/w": "v"}}}},
		"every member":   {"[*] of an object", []string{"spec.labels[*]"}, nil, object{"spec": object{"labels": object{"k.v/w": "v"}}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var shape Shape
			for _, text := range test.whole {
				shape.Read(path(t, text), true)
			}
			for _, text := range test.presence {
				shape.Read(path(t, text), false)
			}
			shape.Seal()
			var d Document
			if test.whole == nil && test.presence == nil {
				shape.Read(nil, false)
			}
			if err := shape.Decode(&d, []byte(source), "object"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, d.Value); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
		})
	}
}

func TestLocate(t *testing.T) {
	const source = ` {"spec": {"replicas": 3.0, "none": null, "list": [{"a": "x"}, {"a": null}, {"b": 1}, {"a": "y"}] } }`
	var shape Shape
	replicas, none := shape.Locate(path(t, "spec.replicas")), shape.Locate(path(t, "spec.none"))
	absent, all := shape.Locate(path(t, "spec.absent.x")), shape.Locate(path(t, "spec.list[*].a"))
	shape.Seal()
	var d Document
	if err := shape.Decode(&d, []byte(source), "object"); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		reason string
		slot   Slot
		want   string
	}{
		"number": {"to the byte", replicas, "3.0"},
		"null":   {"null is absent", none, ""},
		"absent": {"no such field", absent, ""},
	} {
		if got := string(d.Raw(test.slot)); got != test.want {
			t.Errorf("%s: %s: got %q, want %q", name, test.reason, got, test.want)
		}
	}
	var texts []string
	_ = d.Each(all, func(raw []byte) error { texts = append(texts, string(raw)); return nil })
	if diff := cmp.Diff([]string{`"x"`, `"y"`}, texts); diff != "" {
		t.Errorf("values of [*] (-want +got):\n%s", diff)
	}
}

func TestDecodeErrors(t *testing.T) {
	tests := map[string]struct {
		reason, path, source, want string
		whole                      bool
	}{
		"not an object": {"the path leads through a number", "spec.template.x", `{"spec":{"template":1}}`, "object.spec.template", false},
		"element":       {"the element is named", "spec.list[*].a", `{"spec":{"list":[{"a":1},2]}}`, "object.spec.list[1]", false},
		"a huge number": {"no float64 holds it", "spec.n", `{"spec":{"n":1e999}}`, "object.spec.n", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var shape Shape
			if test.whole {
				shape.Read(path(t, test.path), true)
			} else {
				shape.Locate(path(t, test.path))
			}
			shape.Seal()
			var wrong *view.Error
			if err := shape.Decode(&Document{}, []byte(test.source), "object"); !errors.As(err, &wrong) || wrong.Path != test.want {
				t.Errorf("%s: got %v, want an error at %s", test.reason, err, test.want)
			}
		})
	}
}

// FuzzDecode checks that a whole document is what encoding/json reads, but for nulls and numbers, and that a shape of some
// of its fields reads no more and the same.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"a":{"b":[1,2.5,"x",null,{"c":true}]}}`, `{"a":null,"b":-0}`, `{"a\u0062":"\ud83d\ude00"}`, `[]`, `{"a":{}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		decoder := json.NewDecoder(bytes.NewReader(source))
		decoder.UseNumber()
		var want any
		if !json.Valid(source) || decoder.Decode(&want) != nil || view.Document(source, &struct{}{}) != nil {
			t.Skip("the request is checked before")
		}
		var whole Shape
		whole.Read(nil, true)
		whole.Seal()
		var d Document
		if err := whole.Decode(&d, source, "object"); err != nil {
			var wrong *view.Error
			if !errors.As(err, &wrong) || wrong.Want != errRange.Error() {
				t.Fatal(err)
			}
			return
		}
		if diff := cmp.Diff(plain(want), d.Value); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		var part Shape
		part.Read(fieldpath.Path{{Name: "a"}}, true)
		part.Seal()
		var p Document
		if err := part.Decode(&p, source, "object"); err != nil {
			t.Fatal(err)
		}
		all, _ := d.Value.(object)
		some, _ := p.Value.(object)
		if diff := cmp.Diff(all["a"], some["a"]); diff != "" || len(some) > 1 {
			t.Fatalf("a part (-whole +part):\n%s", diff)
		}
	})
}

// plain drops members that are null and makes numbers as expressions see them.
func plain(v any) any {
	switch v := v.(type) {
	case object:
		for name, member := range v {
			if v[name] = plain(member); member == nil {
				delete(v, name)
			}
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case json.Number:
		if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return n
		}
		n, _ := v.Float64()
		return n
	}
	return v
}
