// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// listen notes when a key is pressed and when the answers to it are painted; forget begins anew.
var (
	listen = chromedp.Evaluate[chromedp.Void](`void (() => {
		addEventListener("keydown", () => { globalThis.pressed ||= performance.now(); }, true);
		new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => { globalThis.painted = performance.now(); })))
			.observe(document.documentElement, { attributeFilter: ["data-answered"] });
	})()`)
	forget = chromedp.Evaluate[chromedp.Void](`void (globalThis.pressed = globalThis.painted = 0)`)
)

// TestLatency types and measures from each key to the answers that it leads to, painted, in Go and described. It reports the
// times, which are to be at most 100 ms on a quiet machine, and fails if a key gets no answer.
func TestLatency(t *testing.T) {
	for name, described := range map[string]bool{"in Go": false, "described": true} {
		t.Run(name, func(t *testing.T) {
			tab := open(t, try(t), desktop)
			line := "replicas: 3"
			if described {
				tab.choose("workload.example.io", "Workload")
				tab.text("#answer-InterpretDependency", "shop-settings")
				tab.click("#tab-object")
				line = "replicas: 6"
			}
			tab.run(listen)
			tab.replaceEnd("#panel-object .cm-line >> "+line, 1, "1")
			var took []time.Duration
			for i := range 20 {
				keys := string(rune('0' + i%10))
				if i%2 == 1 {
					keys = backspace
				}
				tab.run(forget)
				tab.press(keys)
				tab.waitFor("the answer", "globalThis.painted > 0")
				took = append(took, time.Duration(value[float64](tab, "globalThis.painted - globalThis.pressed")*float64(time.Millisecond)))
			}
			slices.Sort(took)
			t.Logf("from key to painted answer: best %s, median %s, worst %s", took[0], took[len(took)/2], took[len(took)-1])
		})
	}
}
