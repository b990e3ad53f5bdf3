// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// looks are the ways in which a person may see the page.
var looks = map[string]look{
	"desktop-light": desktop,
	"desktop-dark":  {width: 1280, height: 900, dark: true},
	"phone-light":   {width: 400, height: 860},
	"phone-dark":    {width: 400, height: 860, dark: true},
}

// violation is what axe-core finds.
type violation struct {
	ID, Help string
	Nodes    []struct {
		HTML           string
		FailureSummary string
	}
}

// accessible holds the page as it is now to the rules of axe-core.
func (t *tab) accessible(state string) {
	t.Helper()
	script, err := os.ReadFile(filepath.Join("..", "..", "internal", "cli", "page", "web", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatalf("want axe-core (make -C test test-page installs it): %v", err)
	}
	t.run(chromedp.Evaluate[chromedp.Void](string(script) + "; undefined"))
	for _, found := range value[[]violation](t, "axe.run(document).then((result) => result.violations)") {
		for _, node := range found.Nodes {
			t.Errorf("%s: %s (%s)\n%s\n%s", state, found.Help, found.ID, node.HTML, node.FailureSummary)
		}
	}
}

// TestAccessible holds the page to axe-core's rules in each look: as it begins, with mistakes, and with everything open.
func TestAccessible(t *testing.T) {
	for name, look := range looks {
		t.Run(name, func(t *testing.T) {
			tab := open(t, try(t), look)
			tab.accessible("at first")
			tab.replaceEnd("#panel-object .cm-line >> replicas: 3", 1, "many")
			tab.text("#answer-InterpretReplica", "Refused")
			tab.accessible("with a refusal")
			tab.choose("workload.example.io", "Workload")
			tab.text("#answer-InterpretDependency", "shop-settings")
			tab.replaceEnd("#panel-description .cm-line >> readyReplicas, default", 2, "")
			tab.text("#editors .problems", "Description")
			tab.click("#take summary")
			tab.accessible("with a mistake and a menu")
		})
	}
}

// TestFits shows that nothing is wider than the window, in each look.
func TestFits(t *testing.T) {
	for name, look := range looks {
		t.Run(name, func(t *testing.T) {
			tab := open(t, try(t), look)
			if wide := value[float64](tab, "document.documentElement.scrollWidth"); wide > float64(look.width) {
				t.Errorf("the page is %v pixels wide in a window of %d", wide, look.width)
			}
			cut := value[[]string](tab, `[...document.querySelectorAll("button, .gets, .pill, h3, .result, .operation, .note")]
				.filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
				.map((one) => one.textContent)`)
			if len(cut) > 0 {
				t.Errorf("cut off: %s", strings.Join(cut, ", "))
			}
		})
	}
}

// TestShade switches between light and dark by hand.
func TestShade(t *testing.T) {
	tab := open(t, try(t), desktop)
	back := `getComputedStyle(document.body).backgroundColor`
	light := value[string](tab, back)
	tab.click("#shade")
	tab.waitFor("the dark page", back+` !== "`+light+`" && document.querySelector("#shade").textContent === "Light"`)
	tab.click("#shade")
	tab.waitFor("the light page", back+` === "`+light+`"`)
}
