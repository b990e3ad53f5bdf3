// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"fmt"
	"testing"
)

func TestLastLines(t *testing.T) {
	tests := map[string]struct{ reason, output, counts, text string }{
		"all cached": {"nothing is worth a word", "", "", ""},
		"packages": {"progress", "go: downloading a.example.com/b v1.0.0\na.example.com/b\na.example.com/b/c\n",
			", 1 modules downloaded, 2 packages compiled", ""},
		"no module": {"the line that names the module has no space", "m.example.com/x@v1.0.0:\n\tmodule lookup disabled\n",
			"", "    m.example.com/x@v1.0.0:\n    \tmodule lookup disabled"},
		"no end of line": {"some errors of the go command have none", "module lookup disabled", "", "    module lookup disabled"},
		"does not compile": {"the compiler's line", "# a.example.com/b\nb.go:1:2: undefined: x\n",
			"", "    # a.example.com/b\n    b.go:1:2: undefined: x"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var lines lastLines
			for _, char := range tt.output { // output comes in pieces
				fmt.Fprint(&lines, string(char))
			}
			if lines.counts() != tt.counts || lines.text() != tt.text {
				t.Errorf("%s: want %q and %q, got %q and %q", tt.reason, tt.counts, tt.text, lines.counts(), lines.text())
			}
		})
	}
}
