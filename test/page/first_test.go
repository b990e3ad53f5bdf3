// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestFirstAnswer measures from the start of the command to the first answer on the page, in a browser that runs already,
// the best of some tries on a machine that may be busy, and shows that nothing was loaded from elsewhere.
func TestFirstAnswer(t *testing.T) {
	tab := newTab(t, desktop)
	tab.run(chromedp.Navigate("about:blank"))
	best := time.Hour
	var address string
	for range 10 {
		began := time.Now()
		address = try(t)
		tab.run(chromedp.Navigate(address))
		tab.waitFor("the first answer", answered(1))
		if best = min(best, time.Since(began)); best <= time.Second {
			break
		}
	}
	t.Logf("first answer after %s", best.Round(time.Millisecond))
	if best > time.Second {
		t.Errorf("the first answer took %s, want at most 1s", best)
	}
	for _, card := range []string{"InterpretReplica", "Retain", "AggregateStatus"} {
		if state := value[string](tab, `document.getElementById("answer-`+card+`").dataset.state`); state != "answered" {
			t.Errorf("%s is %s", card, state)
		}
	}
	for _, request := range tab.asked() {
		if !strings.HasPrefix(request, "http://127.0.0.1:") && request != "about:blank" {
			t.Errorf("the page asked for %s", request)
		}
	}
}
