// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const (
	gets1 = ".member:nth-of-type(1) .gets"
	gets2 = ".member:nth-of-type(2) .gets"
)

// TestWeights drags a weight with the mouse and moves one by keys.
func TestWeights(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.text(gets1, "gets 2 replicas")
	tab.text(gets2, "gets 1 replica")
	from, to := tab.at(`[data-key="weight-0"] .handle`, 0.5), tab.at(`[data-key="weight-0"] .track`, 0)
	tab.drag(from, to)
	tab.text(gets1, "gets nothing")
	tab.text(gets2, "gets 3 replicas")
	tab.waitFor("the weight is 0", `document.querySelector('[data-key="weight-0"]').ariaValueNow === "0"`)
	tab.waitFor("the weight is still in focus", `document.activeElement.dataset.key === "weight-0"`)
	tab.press(kb.ArrowRight)
	tab.text(gets1, "gets 2 replicas")
	tab.press(kb.End)
	tab.text(gets1, "gets 3 replicas")
	tab.text(gets2, "gets nothing")
	tab.text("#steps", "The scheduler divides3")
}

// TestStatuses edits what a member reports: its health and the sum follow.
func TestStatuses(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.text("#picture", "readyReplicas: 3")
	tab.text("#answer-AggregateStatus ins", "status:")
	tab.replaceEnd(".member:nth-of-type(2) .cm-line >> readyReplicas", 1, "0")
	tab.text("#picture", "Unhealthy")
	tab.text("#answer-AggregateStatus", "readyReplicas: 2")
	tab.text("#steps", "Healthy, Unhealthy")
	tab.replaceEnd(".member:nth-of-type(2) .cm-line >> readyReplicas", 1, "none")
	tab.text(".member:nth-of-type(2) .refusal", "cannot decode object.status.readyReplicas: want integer, got string")
	tab.text("#picture", "Unknown")
}

// TestMembers adds, names and removes members.
func TestMembers(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.click("#add-member")
	tab.text(".member:nth-of-type(3) .gets", "gets 1 replica")
	tab.click(".member:nth-of-type(3) .name")
	tab.press(kb.End)
	for range len("member3") {
		tab.press(kb.Backspace)
	}
	tab.press("edge")
	tab.text("#picture", "edge")
	tab.click(`.member:nth-of-type(1) .remove`)
	tab.waitFor("two members are left", `document.querySelectorAll(".member").length === 2`)
	tab.text(gets2, "gets 2 replicas") // a tie goes to the first name, edge
	tab.waitFor("the names moved up", `document.querySelector(".member .name").value === "member2"`)
	tab.click(".member:nth-of-type(1) .weight")
	tab.press(kb.ArrowUp)
	tab.press(kb.ArrowUp)
	tab.text(gets1, "gets 2 replicas")
}

// TestOrder follows a step to its answer.
func TestOrder(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.click("#steps a >> Retain")
	tab.waitFor("the answer is in focus", `document.activeElement.id === "answer-Retain"`)
}
