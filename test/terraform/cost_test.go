// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table in docs/cost.md")

var (
	inputLine = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([0-9.]+) \\|")
	rows      = regexp.MustCompile(`(?s)(\| clusters \|[^\n]*\n\|[- |]*\n)((?:\|[^\n]*\n)*)`)
	flood     = regexp.MustCompile(`three instances is about (\d+) a month`)
)

// TestCost computes the tables of docs/cost.md from the inputs there.
func TestCost(t *testing.T) {
	path := filepath.Join(root, "docs/cost.md")
	page := read(t, path)
	in := map[string]float64{}
	for _, m := range inputLine.FindAllStringSubmatch(page, -1) {
		value, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		in[m[1]] = value
	}
	var table strings.Builder
	for _, clusters := range []float64{3, 30, 300} {
		table.WriteString(costRow(in, clusters))
	}
	bound := in["max_instances"] * in["month"] * (in["vcpu"]*in["cpu_price"] + in["memory"]*in["memory_price"])
	want := rows.ReplaceAllString(page, "${1}"+strings.ReplaceAll(table.String(), "$", "$$"))
	want = flood.ReplaceAllString(want, fmt.Sprintf("three instances is about %.0f a month", bound))
	if want == page {
		return
	}
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("docs/cost.md does not follow from its inputs, want\n%sand a bound of %.0f; run go test -run TestCost -update", &table, bound)
}

func costRow(in map[string]float64, clusters float64) string {
	perRollout := 2 + clusters*(2+3*in["status_changes"])
	calls := in["workloads"] * (in["rollouts"]*perRollout + in["restarts"]*2*clusters)
	seconds := calls*in["billed_per_call"] + in["workloads"]*in["rollouts"]*in["billed_per_start"]
	cost := max(0, seconds*in["vcpu"]-in["free_cpu"])*in["cpu_price"] +
		max(0, seconds*in["memory"]-in["free_memory"])*in["memory_price"] +
		max(0, calls-in["free_requests"])*in["request_price"] +
		max(0, calls*in["answer"]-in["free_egress"])*in["egress_price"] +
		max(0, calls*in["log_line"]-in["free_logs"])*in["log_price"]
	warm := in["month"] * (in["vcpu"]*in["idle_cpu_price"] + in["memory"]*in["idle_memory_price"])
	return fmt.Sprintf("| %.0f | %.0f | %.0f | %.0f | %.2f | %.2f |\n", clusters, perRollout, calls, seconds, cost, cost+warm)
}
