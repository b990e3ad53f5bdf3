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
  const name = step.field.replace(/^variables\[\d+\]\.expression$/, "variable");
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

/** Finds what gave a field of an answer, by its name, or the answer itself. */
export function sourceOf(answer: Answer, field: string): Step | undefined {
  const list = (answer.behind ?? []).filter((step) => !step.field.startsWith("variables[") && !step.field.endsWith(".when"));
  const named = list.filter((step) => step.path?.split(".").pop() === field);
  return named[named.length - 1] ?? list.find((step) => step.field.split(".").pop() === field) ?? list.find((step) => step.expression && !step.path);
}

/** Shows YAML whose fields lead to what gave them. */
export function sourced(text: string, label: string, answer: Answer, lead: Lead): HTMLElement {
  const block = code(text, label);
  if (!answer.behind) return block;
  for (const name of block.querySelectorAll<HTMLElement>(".tok-propertyName, .tok-definition")) {
    const step = sourceOf(answer, name.textContent ?? "");
    if (!step) continue;
    const button = h("button", { type: "button", class: `field ${name.className}`, title: `${step.field}, line ${step.line}`,
      "data-key": `field-${answer.operation}-${name.textContent}`, click: () => lead(step) }, name.textContent);
    name.replaceWith(button);
  }
  return block;
}
