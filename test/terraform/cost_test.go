// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite what is made from the code: plans, lists and tables")

var (
	inputLine = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([0-9.]+) \\|")
	fleets    = regexp.MustCompile(`(?s)(\| clusters \|[^\n]*\n\|[- |]*\n)((?:\|[^\n]*\n)*)`)
	floods    = regexp.MustCompile(`(?s)(\| requests a second \|[^\n]*\n\|[- |]*\n)((?:\|[^\n]*\n)*)`)
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
	var fleet, flood strings.Builder
	for _, clusters := range []float64{3, 30, 300} {
		fleet.WriteString(costRow(in, clusters))
	}
	for _, rate := range []float64{10, 50, 1000, in["max_instances"] / in["refusal"]} {
		flood.WriteString(floodRow(in, rate))
	}
	want := fleets.ReplaceAllString(page, "${1}"+fleet.String())
	want = floods.ReplaceAllString(want, "${1}"+flood.String())
	if want == page {
		return
	}
	if *update {
		write(t, path, want)
		return
	}
	t.Errorf("docs/cost.md does not follow from its inputs, want\n%s\n%s\nrun go test -run TestCost -update", &fleet, &flood)
}

// floodRow is what strangers cost who send so many requests a second.
func floodRow(in map[string]float64, rate float64) string {
	instances := min(in["max_instances"], max(rate*in["refusal"], min(1, rate*in["billed_per_call"])))
	kept := rate*in["request_log"] + min(rate, instances)*in["log_line"] // the function logs strangers once a second
	cost := func(seconds, logs float64) float64 {
		return seconds*rate*(in["request_price"]+in["answer"]*in["egress_price"]) + seconds*logs*in["log_price"] +
			seconds*instances*(in["vcpu"]*in["cpu_price"]+in["memory"]*in["memory_price"])
	}
	day, month := 24*3600.0, in["month"]
	return fmt.Sprintf("| %.0f | %.2f | %.2f | %.2f |\n", rate, cost(day, kept), cost(month, kept), cost(month, 0))
}

func costRow(in map[string]float64, clusters float64) string {
	perRollout := 2 + clusters*(2+3*in["status_changes"])
	calls := in["workloads"] * (in["rollouts"]*perRollout + in["restarts"]*2*clusters)
	seconds := calls*in["billed_per_call"] + in["workloads"]*in["rollouts"]*in["billed_per_start"]
	cost := max(0, seconds*in["vcpu"]-in["free_cpu"])*in["cpu_price"] +
		max(0, seconds*in["memory"]-in["free_memory"])*in["memory_price"] +
		max(0, calls-in["free_requests"])*in["request_price"] +
		max(0, calls*in["answer"]-in["free_egress"])*in["egress_price"] +
		max(0, calls*(in["log_line"]+in["request_log"])-in["free_logs"])*in["log_price"]
	warm := in["month"] * (in["vcpu"]*in["idle_cpu_price"] + in["memory"]*in["idle_memory_price"])
	return fmt.Sprintf("| %.0f | %.0f | %.0f | %.0f | %.2f | %.2f |\n", clusters, perRollout, calls, seconds, cost, cost+warm)
}
