// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

func (one *sleeper) values(step string) []time.Duration {
	var values []time.Duration
	for _, taken := range one.taken {
		values = append(values, taken[step])
	}
	return values
}

func median(values []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// spread is the median with the least and the most.
func (one *sleeper) spread(step string) string {
	values := one.values(step)
	return fmt.Sprintf("%d (%d to %d)", median(values).Milliseconds(), slices.Min(values).Milliseconds(), slices.Max(values).Milliseconds())
}

// coldStarts are the tables of cold starts in Markdown.
func coldStarts(sleepers []*sleeper) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# Cold start\n\nFrom no pod at all, %d times each, in turn. Milliseconds since the call: median (least to most).\n\n",
		len(sleepers[0].taken))
	fmt.Fprintf(&out, "| | %s | %s | times |\n|---|---|---|---|\n", sleepers[0].title, sleepers[1].title)
	for _, step := range steps {
		fmt.Fprintf(&out, "| %s | %s | %s | %.2f |\n", step, sleepers[0].spread(step), sleepers[1].spread(step), share(sleepers, step))
	}
	fmt.Fprintf(&out, "\nWhat the shipped settings decide ends with queue-proxy: its first line comes after %.2f of the default Service's time. Then\n"+
		"the kubelet publishes the pod's address when it next looks at its containers, once a second, whatever a Service says, so the\n"+
		"first byte comes after %.2f of the time, and up to a second after queue-proxy is up. The calls are spread evenly over that\n"+
		"second. Who cannot wait for it uses the overlay warm. Load average of 15 minutes at the end: %s of %d cores.\n",
		share(sleepers, containersRun), share(sleepers, firstByte), loadAverage(), runtime.NumCPU())
	fmt.Fprintf(&out, "\nWhat single settings are worth:\n\n| the function | %s | %s |\n|---|---|---|\n", containersRun, firstByte)
	for _, one := range slices.Concat(sleepers[:1], sleepers[2:]) {
		fmt.Fprintf(&out, "| %s | %s | %s |\n", one.title, one.spread(containersRun), one.spread(firstByte))
	}
	return out.String()
}

// loadAverage is that of the last 15 minutes: what else the machine did makes every step longer.
func loadAverage() string {
	content, _ := os.ReadFile("/proc/loadavg")
	if fields := strings.Fields(string(content)); len(fields) > 2 {
		return fields[2]
	}
	return "unknown"
}
