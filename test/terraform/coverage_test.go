// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// TestEverythingIsTested holds that each variable of Terraform's has type and description, and as many runs that expect its
// failure as it has validations, and that some assertion looks at each output.
func TestEverythingIsTested(t *testing.T) {
	failures := map[string]int{}
	asserted := map[string]bool{}
	for path, body := range parse(t, "*/tests/*.tftest.hcl", "*/*/tests/*.tftest.hcl") {
		for _, run := range blocks(body, "run") {
			if expected := run.Body.Attributes["expect_failures"]; expected != nil {
				for _, v := range expected.Expr.Variables() {
					failures[name(v)]++
				}
			}
			for _, assertion := range blocks(run.Body, "assert") {
				for _, v := range assertion.Body.Attributes["condition"].Expr.Variables() {
					asserted[name(v)] = true
				}
				if assertion.Body.Attributes["error_message"] == nil {
					t.Errorf("%s: an assertion of %s has no message", path, run.Labels[0])
				}
			}
		}
	}
	for path, body := range parse(t, "*/*.tf", "*/*/*.tf") {
		for _, v := range blocks(body, "variable") {
			for _, attribute := range []string{"type", "description"} {
				if v.Body.Attributes[attribute] == nil {
					t.Errorf("%s: variable %s has no %s", path, v.Labels[0], attribute)
				}
			}
			if want, got := len(blocks(v.Body, "validation")), failures["var."+v.Labels[0]]; got < want {
				t.Errorf("%s: variable %s has %d validations, and %d runs expect it to fail", path, v.Labels[0], want, got)
			}
		}
		for _, o := range blocks(body, "output") {
			if !asserted["output."+o.Labels[0]] {
				t.Errorf("%s: no assertion looks at the output %s", path, o.Labels[0])
			}
		}
	}
}

// parse reads the files below terraform/ that match.
func parse(t *testing.T, patterns ...string) map[string]*hclsyntax.Body {
	t.Helper()
	bodies := map[string]*hclsyntax.Body{}
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join(root, "terraform", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			file, diags := hclsyntax.ParseConfig([]byte(read(t, path)), path, hcl.InitialPos)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			bodies[strings.TrimPrefix(path, root+"/")] = file.Body.(*hclsyntax.Body)
		}
	}
	if len(bodies) == 0 {
		t.Fatalf("nothing matches %v", patterns)
	}
	return bodies
}

func blocks(body *hclsyntax.Body, typ string) []*hclsyntax.Block {
	var out []*hclsyntax.Block
	for _, b := range body.Blocks {
		if b.Type == typ {
			out = append(out, b)
		}
	}
	return out
}

// name is the first two steps of a reference, like var.region.
func name(v hcl.Traversal) string {
	if len(v) < 2 {
		return v.RootName()
	}
	step, _ := v[1].(hcl.TraverseAttr)
	return fmt.Sprintf("%s.%s", v.RootName(), step.Name)
}
