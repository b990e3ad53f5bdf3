// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// What the answer to each operation looks like.

import { type Lead, sourced, sourceOf } from "./behind";
import { code, diff } from "./code";
import { h, plural } from "./dom";
import type { Answer, Component, Contents, Dependency, Requirements } from "./types";

type Body = (answer: Answer, contents: Contents, lead: Lead) => Node[];

/** Writes requirements as YAML of two levels, which is all they have. */
function yaml(value: unknown, indent = ""): string {
  if (value === null || typeof value !== "object") return ` ${String(value)}\n`;
  const lines = Array.isArray(value)
    ? value.map((item) => `${indent}-${typeof item === "object" ? `\n${yaml(item, `${indent}  `)}` : yaml(item)}`)
    : Object.entries(value).map(([name, item]) => `${indent}${name}:${typeof item === "object" && item !== null ? "\n" : ""}${yaml(item, `${indent}  `)}`);
  return lines.join("");
}

function requires(requirements: Requirements | null | undefined): Node {
  if (!requirements || Object.keys(requirements).length === 0) return h("p", { class: "quiet" }, "Each replica requires nothing in particular.");
  return h("div", {}, h("h4", {}, "Each requires"), code(yaml(requirements), "What each replica requires"));
}

function components(list: Component[]): Node {
  if (list.length === 0) return h("p", { class: "quiet" }, "No components.");
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Components" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Name"), h("th", { scope: "col" }, "Replicas"), h("th", { scope: "col" }, "Each requires"))),
    h("tbody", {}, ...list.map((component) => h("tr", {}, h("th", { scope: "row" }, component.name), h("td", {}, component.replicas),
      h("td", {}, component.replicaRequirements ? code(yaml(component.replicaRequirements), `What ${component.name} requires`) : "nothing in particular"))))));
}

function dependencies(list: Dependency[]): Node {
  if (list.length === 0) return h("p", { class: "quiet" }, "None: the object refers to nothing.");
  return h("ul", { class: "dependencies", role: "list" }, ...list.map((one) => h("li", {}, h("span", { class: "kind" }, one.kind),
    h("span", { class: "name" }, one.name ?? "by labels"))));
}

/** Makes a part of an answer lead to what gave it, where that is described. */
function leading(part: HTMLElement, answer: Answer, field: string, lead: Lead): HTMLElement {
  const step = sourceOf(answer, field);
  if (!step) return part;
  return h("button", { type: "button", class: "whole", "data-key": `whole-${answer.operation}`, title: `${step.field}, line ${step.line}`, click: () => lead(step) }, part);
}

function patched(answer: Answer, same: string, label: string): Node[] {
  return [answer.diff ? diff(answer.diff, label) : h("p", { class: "quiet" }, same)];
}

/** The bodies of the cards by operation. */
export const bodies: Record<string, Body> = {
  InterpretReplica: (answer, _, lead) => {
    const count = answer.values?.replica ?? 0;
    const figure = h("span", { class: "figure" }, h("b", {}, count), ` ${plural(count, "replica").replace(/^\d+ /, "")}`);
    return [leading(figure, answer, "replicas", lead), requires(answer.values?.requires)];
  },
  InterpretComponent: (answer) => [components(answer.values?.components ?? [])],
  InterpretHealth: (answer, _, lead) => [leading(answer.values?.healthy
    ? h("span", { class: "pill good" }, "Healthy")
    : h("span", { class: "pill bad" }, "Unhealthy"), answer, "healthy", lead)],
  InterpretStatus: (answer, _, lead) => [sourced(yaml(answer.values?.status) || "{}", "The collected status", "status", answer, lead)],
  InterpretDependency: (answer) => [dependencies(answer.values?.dependencies ?? [])],
  ReviseReplica: (answer, contents) => patched(answer, `No change: the object has ${plural(contents.replicas, "replica")}.`, "What ReviseReplica changes"),
  Retain: (answer) => patched(answer, "Nothing: what Karmada writes is what the member has.", "What Retain changes"),
  AggregateStatus: (answer) => patched(answer, "No change: the status is right already.", "What AggregateStatus changes"),
};
