// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package testcase

import (
	"testing"

	"workload.example.io/interpreter/internal/cli/printer"
)

func TestCompare(t *testing.T) {
	tests := map[string]struct {
		reason, output, want, got string
		differs, fails            bool
	}{
		"quantities":         {reason: "amounts are compared by value", output: "requires", want: `{"resourceRequest":{"cpu":0.5,"memory":"1Gi"}}`, got: `{"resourceRequest":{"cpu":"500m","memory":"1024Mi"}}`},
		"other quantities":   {output: "requires", want: `{"resourceRequest":{"cpu":"1"}}`, got: `{"resourceRequest":{"cpu":"2"}}`, differs: true},
		"no requirements":    {output: "requires", want: `null`, got: `null`},
		"some requirements":  {output: "requires", want: `null`, got: `{"resourceRequest":{"cpu":"2"}}`, differs: true},
		"typo in a want":     {reason: "a misspelled member would never be compared", output: "requires", want: `{"resourceRequests":{}}`, got: `{}`, fails: true},
		"order of objects":   {reason: "Lua's pairs have no order", output: "dependencies", want: `[{"kind":"B"},{"kind":"A"}]`, got: `[{"kind":"A"},{"kind":"B"}]`},
		"another object":     {output: "dependencies", want: `[{"kind":"B"}]`, got: `[{"kind":"A"}]`, differs: true},
		"no objects":         {reason: "an empty list is no list", output: "dependencies", want: `[]`, got: `null`},
		"order of parts":     {output: "components", want: `[{"name":"b","replicas":1},{"name":"a","replicas":2}]`, got: `[{"name":"a","replicas":2},{"name":"b","replicas":1}]`},
		"count of a part":    {output: "components", want: `[{"name":"a","replicas":1}]`, got: `[{"name":"a","replicas":2}]`, differs: true},
		"excluded":           {reason: "as Karmada does", output: "revised", want: `{"a":"{{EXCLUDE}}","b":[{"c":"{{EXCLUDE}}","d":1}]}`, got: `{"a":1,"b":[{"c":2,"d":1}]}`},
		"excluded, absent":   {output: "revised", want: `{"a":"{{EXCLUDE}}"}`, got: `{}`},
		"beside an excluded": {output: "revised", want: `{"a":"{{EXCLUDE}}","b":1}`, got: `{"a":1,"b":2}`, differs: true},
		"further member":     {output: "revised", want: `{}`, got: `{"status":{}}`, differs: true},
		"order of members":   {output: "revised", want: `{"a":1,"b":2}`, got: `{"b":2,"a":1}`},
		"type of a number":   {output: "status", want: `{"a":1}`, got: `{"a":"1"}`, differs: true},
		"booleans":           {output: "healthy", want: `true`, got: `false`, differs: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			diff, err := compare(test.output, []byte(test.want), []byte(test.got), printer.Style{})
			if (diff != "") != test.differs || (err != nil) != test.fails {
				t.Errorf("%s: got diff %q and error %v, want differs %t and fails %t", test.reason, diff, err, test.differs, test.fails)
			}
		})
	}
}
