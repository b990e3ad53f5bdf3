// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	end       = kb.End
	backspace = kb.Backspace
)

// TestEdit types into the object and reads the answers.
func TestEdit(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.text("#answer-InterpretReplica", "3 replicas")
	tab.replaceEnd("#panel-object .cm-line >> replicas: 3", 1, "5")
	tab.text("#answer-InterpretReplica", "5 replicas")
	tab.text("#picture", "5")
	tab.text("#steps", "5 replicas")

	tab.replaceEnd("#panel-object .cm-line >> replicas: 5", 1, "many")
	tab.text("#answer-InterpretReplica", "Refused. cannot decode object.spec.replicas: want integer, got string")
	tab.text("#tab-object .count", "1")
	tab.text("#editors .problems", "Object 8:3")
	tab.waitFor("a mark at the line", `document.querySelector("#panel-object .cm-lintRange-error")?.textContent === "replicas: many"`)
	tab.click("#tab-member")
	tab.click("#editors .problems button")
	tab.waitFor("the problem is selected", `document.querySelector("#tab-object").ariaSelected === "true" && getSelection().toString() === "replicas: many"`)
	tab.press("replicas: 4")
	tab.text("#answer-InterpretReplica", "4 replicas")
	tab.waitFor("no problem is left", `document.querySelector("#editors .problems").hidden`)
}

// TestComplete completes a name and a value from the schema of the CRD.
func TestComplete(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.replaceEnd("#panel-object .cm-line >> paused: false", len("paused: false"), "pau")
	tab.text("#panel-object .cm-tooltip-autocomplete", "paused")
	tab.text("#panel-object .cm-completionDetail", "boolean")
	tab.settle()
	tab.enter()
	tab.waitFor("the name is completed", find("#panel-object .cm-line >> paused: ")+" !== undefined")
	tab.press(" ", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	tab.text("#panel-object .cm-tooltip-autocomplete", "true")
	tab.press("t")
	tab.settle()
	tab.enter()
	tab.text("#panel-object", "paused: true")
}

// TestExample chooses an example while another is on its way: the one that was chosen last stays, though it came first.
func TestExample(t *testing.T) {
	tab := open(t, try(t), desktop)
	value[bool](tab, `(() => {
		const plain = fetch;
		globalThis.fetch = async (path, ...options) => {
			const response = await plain(path, ...options);
			if (globalThis.arrive || !path.startsWith("examples/")) return response;
			const contents = await response.json();
			await new Promise((arrive) => { globalThis.arrive = arrive; });
			response.json = async () => contents;
			return response;
		};
		return true;
	})()`)
	tab.choose("apps.kruise.io", "CloneSet")
	tab.waitFor("the example is on its way", `globalThis.arrive !== undefined`)
	tab.choose("ray.io", "RayCluster")
	tab.text("#panel-object", "kind: RayCluster")
	value[bool](tab, `new Promise((done) => { globalThis.arrive(); setTimeout(() => done(true)); })`)
	tab.text("#panel-object", "kind: RayCluster")
}

// settle waits until a list of completions takes keys: CodeMirror lets 75 ms pass, so that nobody takes one by accident.
func (t *tab) settle() {
	t.Helper()
	t.run(chromedp.Evaluate[chromedp.Void](`globalThis.since = performance.now()`))
	t.waitFor("the list takes keys", `performance.now() - globalThis.since > 100 && document.querySelector(".cm-tooltip-autocomplete [aria-selected]") !== null`)
}

// TestMember edits the object in the member: Retain, health and status follow it.
func TestMember(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.text("#answer-Retain", "paused: true")
	tab.text("#answer-InterpretHealth", "Healthy")
	tab.click("#tab-member")
	tab.replaceEnd("#panel-member .cm-line >> readyReplicas", 1, "1")
	tab.text("#answer-InterpretHealth", "Unhealthy")
	tab.text("#answer-InterpretStatus", "readyReplicas: 1")
	tab.replaceEnd("#panel-member .cm-line >> paused", len("true"), "false")
	tab.text("#answer-Retain", "Nothing: what Karmada writes is what the member has.")
	tab.text("#steps", "no change")
}

// TestRevise moves the slider of ReviseReplica with the keyboard and follows the change to its place.
func TestRevise(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.text("#answer-ReviseReplica", "replicas: 2")
	tab.click("#replicas")
	tab.press(kb.Home)
	tab.text("#answer-ReviseReplica output", "0")
	tab.text("#answer-ReviseReplica ins", "replicas: 0")
	for range 3 {
		tab.press(kb.ArrowRight)
	}
	tab.text("#answer-ReviseReplica", "No change: the object has 3 replicas.")
	tab.press(kb.ArrowRight)
	tab.text("#answer-ReviseReplica ins", "replicas: 4")
	tab.click("#answer-ReviseReplica .chip")
	tab.waitFor("the field is selected", `getSelection().toString() === "replicas: 3"`)
}

// TestKeyboard walks through the page by keys: out of the editors, which do not catch the Tab key, and through the tabs.
func TestKeyboard(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.press(kb.Tab)
	tab.waitFor("the link past the editors", `document.activeElement.matches(".skip")`)
	tab.click("#tab-object")
	tab.press(kb.ArrowRight)
	tab.waitFor("the next editor", `document.activeElement.id === "tab-member" && !document.querySelector("#panel-member").hidden`)
	tab.press(kb.Tab)
	tab.waitFor("the focus in the editor", `document.activeElement.matches("#panel-member .cm-content")`)
	tab.press(kb.Tab)
	tab.waitFor("the focus behind the editor", `!document.querySelector("#editors").contains(document.activeElement)`)
}
