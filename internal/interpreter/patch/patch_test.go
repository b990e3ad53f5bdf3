// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package patch_test

import (
	"encoding/json"
	"testing"

	"workload.example.io/interpreter/internal/interpreter/patch"
)

func TestSet(t *testing.T) {
	one, two := 1, 2
	tests := map[string]struct {
		reason     string
		present    bool
		have, want *int
		patch      string
	}{
		"both absent":    {reason: "nothing to do", present: true},
		"equal":          {reason: "a patch that changes nothing would still be written", present: true, have: &one, want: &one},
		"change":         {reason: "add writes over what is there", present: true, have: &one, want: &two, patch: `[{"op":"add","path":"/a~1b/~0c","value":2}]`},
		"new":            {reason: "add writes where nothing is", present: true, want: &one, patch: `[{"op":"add","path":"/a~1b/~0c","value":1}]`},
		"gone":           {reason: "absence is a value too", present: true, have: &one, patch: `[{"op":"remove","path":"/a~1b/~0c"}]`},
		"missing parent": {reason: "add fails without a parent", want: &one, patch: `[{"op":"add","path":"/a~1b","value":{"~c":1}}]`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := patch.New()
			patch.Set(p.Object("a/b", test.present), "~c", test.have, test.want)
			got, err := p.JSON()
			if err != nil || string(got) != test.patch {
				t.Errorf("%s: got %s, %v, want %s", test.reason, got, err, test.patch)
			}
		})
	}
}

// TestDepth builds one patch over several objects of a document.
func TestDepth(t *testing.T) {
	want := 2
	tests := map[string]struct {
		reason string
		build  func(document *patch.Object)
		patch  string
	}{
		"parents": {"all that are missing are created at once", func(d *patch.Object) {
			patch.Set(d.Object("a", true).Object("b", false).Object("c", false), "d", nil, &want)
		}, `[{"op":"add","path":"/a/b","value":{"c":{"d":2}}}]`},
		"siblings": {"a parent is created once", func(d *patch.Object) {
			patch.Set(d.Object("a", false).Object("b", false), "c", nil, &want)
			patch.Set(d.Object("a", false).Object("b", false), "d", nil, &want)
			patch.Set(d.Object("a", false), "e", nil, &want)
		}, `[{"op":"add","path":"/a","value":{"b":{"c":2}}},{"op":"add","path":"/a/b/d","value":2},{"op":"add","path":"/a/e","value":2}]`},
		"escapes": {"a created member has its plain name", func(d *patch.Object) {
			patch.Set(d.Object("a/b", false).Object("~", false), "c/d", nil, &want)
		}, `[{"op":"add","path":"/a~1b","value":{"~":{"c/d":2}}}]`},
		"items": {"an object in a list", func(d *patch.Object) {
			patch.Set(d.Object("spec", true).Item("groups", 1), "replicas", nil, &want)
		}, `[{"op":"add","path":"/spec/groups/1/replicas","value":2}]`},
		"nil": {"is null, and not an operation without a value", func(d *patch.Object) { d.Add("a", nil) },
			`[{"op":"add","path":"/a","value":null}]`},
		"null": {"a value that is null is written", func(d *patch.Object) { d.Add("a", json.RawMessage("null")) },
			`[{"op":"add","path":"/a","value":null}]`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			document := patch.New()
			test.build(document)
			got, err := document.JSON()
			if err != nil || string(got) != test.patch {
				t.Errorf("%s: got %s, %v, want %s", test.reason, got, err, test.patch)
			}
		})
	}
}
