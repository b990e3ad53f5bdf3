// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// What is behind an answer of a described kind: each path and expression, what it gave, and its cost.

import { code } from "./code";
import { h, plural } from "./dom";
import type { Answer, Place, Step } from "./types";

/** Leads to a place of the description. */
export type Lead = (place: Place) => void;

const longest = 160;

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function cost(step: Step, limit: number): HTMLElement | null {
  if (!step.cost) return null;
  const value = `${step.cost.toLocaleString("en")} of ${limit.toLocaleString("en")}`;
  return h("span", { class: "cost" }, h("meter", { min: 0, max: limit, value: step.cost, "aria-label": `Cost of ${step.field}` }), `cost ${value}`);
}

function row(step: Step, index: number, limit: number, lead: Lead): HTMLElement {
  const name = step.variable ? `variables.${step.variable}` : step.field;
  return h("li", {},
    h("button", { type: "button", class: "lead", "data-key": `step-${index}-${step.field}`, click: () => lead(step) },
      h("span", { class: "at" }, `line ${step.line}`), h("b", {}, name)),
    h("code", { class: "source" }, step.expression ?? step.path ?? ""),
    step.error ? h("span", { class: "failed" }, step.error) : h("code", { class: "gave" }, step.value ? `→ ${short(step.value)}` : "→ nothing"),
    cost(step, limit));
}

/** Lists the steps behind an answer, folded. */
export function behind(answer: Answer, limit: number, open: boolean, lead: Lead): HTMLElement | null {
  const list = answer.behind ?? [];
  if (list.length === 0) return null;
  const total = list.reduce((sum, step) => sum + (step.cost ?? 0), 0);
  return h("details", { class: "behind", open },
    h("summary", { "data-key": `behind-${answer.operation}` }, `Behind this answer: ${plural(list.length, "step")}`,
      total > 0 && h("span", { class: "cost" }, `cost ${total.toLocaleString("en")}`)),
    h("ol", {}, ...list.map((step, i) => row(step, i, limit, lead))));
}

/** Finds what gave a part of an answer, such as replicas or status.phase: the step that names it, or one for what it is in. */
export function sourceOf(answer: Answer, part: string): Step | undefined {
  const list = answer.behind ?? [];
  return list.findLast((step) => step.gives === part)
    ?? list.findLast((step) => step.gives && (part.startsWith(`${step.gives}.`) || part.startsWith(`${step.gives}[`)));
}

/** Shows YAML whose fields, which stand below the root, lead to what gave them. */
export function sourced(text: string, label: string, root: string, answer: Answer, lead: Lead): HTMLElement {
  const block = code(text, label);
  const above: { indent: number; name: string }[] = [];
  for (const name of block.querySelectorAll<HTMLElement>(".tok-propertyName, .tok-definition")) {
    const indent = column(name);
    while (above.length > 0 && (above[above.length - 1]?.indent ?? 0) >= indent) above.pop();
    above.push({ indent, name: name.textContent ?? "" });
    const part = [root, ...above.map((one) => one.name)].join(".");
    const step = sourceOf(answer, part);
    if (!step) continue;
    name.replaceWith(h("button", { type: "button", class: `field ${name.className}`, title: `${step.field}, line ${step.line}`,
      "data-key": `field-${part}`, click: () => lead(step) }, name.textContent));
  }
  return block;
}

/** Tells in which column a part of a text begins. */
function column(part: HTMLElement): number {
  let before = "";
  for (let node = part.previousSibling; node && !before.includes("\n"); node = node.previousSibling) before = (node.textContent ?? "") + before;
  return before.length - 1 - before.lastIndexOf("\n");
}
