// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package patch_test

import (
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
			b := patch.Within("a/b", test.present)
			patch.Set(b, "~c", test.have, test.want)
			got, err := b.JSON()
			if err != nil || string(got) != test.patch {
				t.Errorf("%s: got %s, %v, want %s", test.reason, got, err, test.patch)
			}
		})
	}
}
