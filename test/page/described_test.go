// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"os"
	"path/filepath"
	"testing"
)

// describedPage is a page with a description of the person's own, which has a variable.
func describedPage(t *testing.T) *tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "queue.yaml")
	if err := os.WriteFile(path, []byte(`apiVersion: interpreter.workload.example.io/v1alpha1
kind: KindDescription
spec:
  target: {apiVersion: queues.example.com/v1, kind: Queue}
  variables:
    - name: desired
      expression: object.?spec.?workers.orValue(1)
  replicaResource:
    expression: variables.desired
  statusReflection:
    fields: [readyWorkers]
  statusAggregation:
    sum: [readyWorkers]
  healthInterpretation: object.status.readyWorkers == variables.desired
`), 0o644); err != nil {
		t.Fatal(err)
	}
	tab := open(t, try(t, "--kinds", path), desktop)
	tab.text("#panel-object", "kind: Queue")
	tab.text("#answer-InterpretReplica", "1 replica")
	return tab
}

// TestBehind looks behind the answers: values of variables, what gave which field, and costs.
func TestBehind(t *testing.T) {
	tab := describedPage(t)
	tab.click("#answer-InterpretReplica .behind summary")
	tab.text("#answer-InterpretReplica .behind", "variables.desired")
	tab.text("#answer-InterpretReplica .behind", "object.?spec.?workers.orValue(1)")
	tab.text("#answer-InterpretReplica .behind .gave", "→ 1")
	tab.text("#answer-InterpretReplica .behind", "of 1,000,000")
	tab.click("#answer-InterpretReplica .whole")
	tab.waitFor("the expression is selected", selected("variables.desired"))
	tab.click("#tab-object")
	tab.replaceEnd("#panel-object .cm-line >> spec: {}", len("{}"), "{workers: 4, more: 1}")
	tab.text("#answer-InterpretReplica", "4 replicas")
	tab.text("#answer-InterpretReplica .behind .gave", "→ 4")
	tab.click("#tab-member")
	tab.replaceEnd("#panel-member .cm-line >> spec: {}", len("{}"), "{workers: 2}\nstatus: {readyWorkers: 2}")
	tab.text("#answer-InterpretHealth", "Healthy")
	tab.click("#answer-InterpretStatus .field >> readyWorkers")
	tab.waitFor("the field of the description is selected", selected("readyWorkers]"))
	tab.text("#answer-Retain", "Not interpreted")
}

// TestDescribe edits a description: mistakes are marked where they are, the answers before them stay, and the next good
// text answers anew.
func TestDescribe(t *testing.T) {
	tab := describedPage(t)
	tab.replaceEnd("#panel-description .cm-line >> expression: object", len("orValue(1)"), "orValu(3)")
	tab.text("#editors .problems", "Description 7:")
	tab.text("#summary", "cannot be read")
	tab.text("#answer-InterpretReplica", "1 replica")
	tab.replaceEnd("#panel-description .cm-line >> expression: object", len("orValu(3)"), "orValue(3)")
	tab.text("#answer-InterpretReplica", "3 replicas")
	tab.waitFor("no problem is left", `document.querySelector("#editors .problems").hidden`)
	tab.replaceEnd("#panel-description .cm-line >> fields: [readyWorkers]", 0, "")
	tab.enter()
	tab.press("gener")
	tab.text("#panel-description .cm-tooltip-autocomplete", "generation")
	tab.settle()
	tab.enter()
	tab.press("true")
	tab.text("#answer-InterpretStatus .behind", "statusReflection")
}

// selected is the JavaScript for: the text is selected in the description.
func selected(text string) string {
	return `document.querySelector("#tab-description").ariaSelected === "true" && getSelection().toString().includes("` + text + `")`
}

// TestDefinition begins with nothing but a CRD: the kind is described, an object is there, and its rollout.
func TestDefinition(t *testing.T) {
	tab := open(t, try(t, filepath.Join("..", "..", "knative", "karmada", "workload-crd.yaml")), desktop)
	tab.text("#panel-description", "inferred from its CustomResourceDefinition")
	tab.text("#panel-object", "kind: Workload")
	tab.text("#answer-InterpretReplica .behind", "replicaResource.path")
	tab.text("#picture", "member1")
}
