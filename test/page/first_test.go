// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestFirstAnswer reports the time from the start of the command to the first answer on the page, in a browser that runs
// already, and shows that nothing was loaded from elsewhere.
func TestFirstAnswer(t *testing.T) {
	tab := newTab(t, desktop)
	tab.run(chromedp.Navigate("about:blank"))
	began := time.Now()
	tab.run(chromedp.Navigate(try(t)))
	tab.waitFor("the first answer", answered(1))
	t.Logf("first answer after %s", time.Since(began).Round(time.Millisecond))
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
