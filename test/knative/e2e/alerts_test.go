// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// minutes are the durations in the rules.
var minutes = regexp.MustCompile(`(for: |\[|offset )(\d+)m`)

// factor makes the rules faster, because a test has no quarter of an hour for each.
const factor = 10

// testAlerts causes every fault at once, but for the revision that does not start, and waits until Alertmanager has every alert.
func (s *suite) testAlerts(t *testing.T) string {
	rules := filepath.Join(s.repository, "knative", "monitoring", "alerts.yaml")
	text, err := os.ReadFile(rules)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, found := range regexp.MustCompile(`(?m)^ +- alert: (\w+)`).FindAllStringSubmatch(string(text), -1) {
		names[found[1]] = true
	}
	text = minutes.ReplaceAllFunc(text, func(found []byte) []byte {
		parts := minutes.FindSubmatch(found)
		n, _ := strconv.Atoi(string(parts[2]))
		return fmt.Appendf(nil, "%s%ds", parts[1], n*60/factor)
	})
	if err := os.WriteFile(rules, text, 0o644); err != nil {
		t.Fatal(err)
	}
	s.monitored(t)
	s.ownAuthority(t)
	s.with(t, "domain monitoring path-secret", "IMAGE=dev.local/interpreter:test")
	s.connected(t, "CA_FILE=")
	quiet, err := s.alerts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range quiet {
		if name := one.Labels["alertname"]; strings.HasPrefix(name, "Interpreter") {
			t.Errorf("before any fault: want no alert, got %s", name)
		}
	}
	took := s.causeFaults(t, names)
	var out strings.Builder
	fmt.Fprintf(&out, "# Alerts\n\nFrom the fault to the message in Alertmanager. Windows and waiting times of the rules are a %dth of what is shipped, the metrics are\n"+
		"read every 2 s. All faults begin together, but for the revision that cannot start, which comes last.\n\n| alert | fault | seconds |\n|---|---|---|\n", factor)
	for _, name := range slices.Sorted(maps.Keys(took)) {
		fmt.Fprintf(&out, "| %s | %s | %.0f |\n", name, faults[name], took[name].Seconds())
	}
	if !t.Failed() {
		s.write(t, "alerts.md", out.String())
	}
	return fmt.Sprintf("all %d arrived, with windows and waiting times a %dth of what is shipped; alerts.md has the seconds", len(took), factor)
}

// arrive waits until n kinds of alerts have arrived, and notes when each did first.
func (s *suite) arrive(t *testing.T, took map[string]time.Duration, start time.Time, n int, not string) {
	t.Helper()
	eventually(t, fmt.Sprintf("%d alerts", n), func(ctx context.Context) error {
		all, err := s.alerts(ctx)
		if err != nil {
			return err
		}
		for _, one := range all {
			name := one.Labels["alertname"]
			if _, seen := took[name]; !seen && name != not && strings.HasPrefix(name, "Interpreter") {
				took[name] = time.Since(start)
				fmt.Printf("    %s after %.0f s\n", name, took[name].Seconds())
			}
		}
		if len(took) < n {
			return fmt.Errorf("got %v", slices.Sorted(maps.Keys(took)))
		}
		return nil
	})
}
