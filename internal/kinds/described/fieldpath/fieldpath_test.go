// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package fieldpath

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParse(t *testing.T) {
	tests := map[string]struct {
		reason string
		text   string
		want   Path
		offset int
		err    string
	}{
		"names":          {reason: "the ordinary path", text: "spec.replicas", want: Path{{Name: "spec"}, {Name: "replicas"}}},
		"hyphens":        {reason: "some CRDs have them", text: "spec.pod-spec", want: Path{{Name: "spec"}, {Name: "pod-spec"}}},
		"elements":       {reason: "every element", text: "spec.volumes[*].secret", want: Path{{Name: "spec"}, {Name: "volumes"}, {All: true}, {Name: "secret"}}},
		"quoted":         {reason: "labels have dots and slashes", text: "metadata.labels['example.com/x']", want: Path{{Name: "metadata"}, {Name: "labels"}, {Name: "example.com/x"}}},
		"double quotes":  {reason: "as in CEL", text: `metadata.labels["a.b"]`, want: Path{{Name: "metadata"}, {Name: "labels"}, {Name: "a.b"}}},
		"member object":  {reason: "a field may have the name", text: "spec.object", want: Path{{Name: "spec"}, {Name: "object"}}},
		"empty":          {reason: "a field that was forgotten", text: "", err: "got the end of the path"},
		"ends in a dot":  {reason: "half a path", text: "spec.", offset: 5, err: "got the end of the path"},
		"two dots":       {reason: "a name is missing", text: "spec..x", offset: 5, err: "want the name of a field"},
		"index":          {reason: "an element by its number has no meaning across objects", text: "spec.volumes[0]", offset: 12, err: "want [*] or ['name']"},
		"no end":         {reason: "a quote that is not closed", text: "a['b]", offset: 1, err: "want [*] or ['name']"},
		"space":          {reason: "no name has one", text: "spec. replicas", offset: 5, err: "want the name of a field"},
		"after brackets": {reason: "a dot was forgotten", text: "a[*]b", offset: 4, err: `want "." or "["`},
		"object":         {reason: "as in an expression", text: "object.spec.replicas", err: "want a path below the object"},
		"bracket first":  {reason: "an object has no elements", text: "[*].x", err: "want the name of a field"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, offset, err := Parse(test.text)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) || offset != test.offset {
					t.Errorf("%s: got error %v at %d, want one with %q at %d", test.reason, err, offset, test.err, test.offset)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(Step{}, "Offset")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
		})
	}
}

func TestOverlaps(t *testing.T) {
	tests := []struct {
		reason, a, b string
		want         bool
	}{
		{"the same", "spec.a", "spec.a", true},
		{"one leads into the other", "spec", "spec.a", true},
		{"the other way round", "spec.a.b", "spec.a", true},
		{"side by side", "spec.a", "spec.b", false},
		{"one name begins like the other", "spec.a", "spec.ab", false},
		{"the same elements", "spec.a[*].x", "spec.a[*].x", true},
		{"other fields of the same elements", "spec.a[*].x", "spec.a[*].y", false},
	}
	for _, test := range tests {
		a, _, _ := Parse(test.a)
		b, _, _ := Parse(test.b)
		if got := a.Overlaps(b); got != test.want {
			t.Errorf("%s: %s and %s: got %v, want %v", test.reason, test.a, test.b, got, test.want)
		}
	}
}

// FuzzParse checks that a path is read back from what it is written as, and that offsets lie in the text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"spec.replicas", "metadata.labels['a.b/c']", "spec.x[*].y", "a[", "é.x", "object.x", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path, offset, err := Parse(text)
		if err != nil {
			if offset < 0 || offset > len(text) {
				t.Fatalf("offset %d of %d bytes", offset, len(text))
			}
			return
		}
		again, _, err := Parse(path.String())
		if strings.Contains(path.String(), `"`) || strings.Contains(text, "'") && strings.Contains(text, `"`) {
			return // a quote within a name is written in the other quotes only
		}
		if diff := cmp.Diff(path, again, cmpopts.IgnoreFields(Step{}, "Offset")); err != nil || diff != "" {
			t.Fatalf("%q was written as %q: %v\n%s", text, path, err, diff)
		}
	})
}
