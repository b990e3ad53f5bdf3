// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The answers, one card for each operation.

import { behind, type Lead, sourceOf } from "./behind";
import { bodies } from "./bodies";
import { h, replace } from "./dom";
import type { Answer, Answers, Change, Contents } from "./types";

interface Card { operation: string; title: string; when: string; wide?: boolean; extra?: HTMLElement }

/** The cards in the order of a reader's questions. */
const cards: Card[] = [
  { operation: "InterpretReplica", title: "Replicas", when: "What the scheduler divides, and what each replica needs." },
  { operation: "InterpretHealth", title: "Health", when: "Asked about the object in a member at each change." },
  { operation: "InterpretStatus", title: "Status", when: "What Karmada brings back from a member." },
  { operation: "InterpretDependency", title: "Dependencies", when: "What follows the object into each member." },
  { operation: "ReviseReplica", title: "Revised replicas", when: "What changes for a member that gets so many replicas.", wide: true },
  { operation: "Retain", title: "Retained", when: "What the member keeps when Karmada writes the object again.", wide: true },
  { operation: "AggregateStatus", title: "Aggregated status", when: "What the members' statuses add up to in Karmada.", wide: true },
  { operation: "InterpretComponent", title: "Components", when: "For objects of several pod templates, behind a feature gate of Karmada.", wide: true },
];

interface Shown { card: Card; element: HTMLElement; body: HTMLElement; note: HTMLElement }

export class Cards {
  private readonly shown: Shown[];

  /** The slider stands in the card of ReviseReplica; answers lead to their places in the editors. */
  constructor(parent: HTMLElement, slider: HTMLElement, private readonly show: (change: Change) => void, private readonly lead: Lead) {
    this.shown = cards.map((card) => {
      const body = h("div", { class: "body" });
      const note = h("span", { class: "note" });
      const element = h("article", { class: card.wide ? "card wide" : "card", id: `answer-${card.operation}`, tabindex: -1,
        "aria-labelledby": `title-${card.operation}` },
        h("header", {}, h("h3", { id: `title-${card.operation}` }, card.title), h("span", { class: "operation" }, card.operation), note),
        h("p", { class: "when" }, card.when),
        card.operation === "ReviseReplica" && slider, body);
      parent.append(element);
      return { card, element, body, note };
    });
  }

  /** Shows the answers. */
  update(answers: Answers, contents: Contents): void {
    for (const { card, element, body, note } of this.shown) {
      const answer = answers.answers.find((one) => one.operation === card.operation);
      if (!answer) continue;
      element.dataset.state = answer.state;
      note.textContent = answer.microseconds ? `${answer.microseconds.toLocaleString("en")} µs` : "";
      const open = body.querySelector<HTMLDetailsElement>(".behind")?.open ?? false;
      const steps = answer.state === "unsupported" || answer.state === "unasked" ? null : behind(answer, answers.costLimit, open, this.lead);
      replace(body, ...this.body(answer, contents), ...(steps ? [steps] : []));
    }
  }

  private body(answer: Answer, contents: Contents): Node[] {
    if (answer.state === "unsupported") {
      return [h("p", { class: "quiet" }, "Not interpreted: Karmada does not ask the function this.")];
    }
    if (answer.state === "unasked") return [h("p", { class: "quiet" }, answer.message ?? "")];
    if (answer.state === "refused") return [h("p", { class: "refusal" }, h("b", {}, "Refused. "), answer.message ?? "")];
    const nodes = bodies[answer.operation]?.(answer, contents, this.lead) ?? [];
    if (answer.patch) nodes.push(this.changes(answer));
    for (const warning of answer.warnings ?? []) nodes.push(h("p", { class: "warning" }, h("b", {}, "Warning: "), warning));
    return nodes;
  }

  /** Lists the changes of a patch. Each leads to what gave it in the description, or else to its place in the object. */
  private changes(answer: Answer): HTMLElement {
    return h("p", { class: "changes" }, ...(answer.patch ?? []).flatMap((change) => this.parts(change).map((part) => {
      const step = sourceOf(answer, part.slice(1).replaceAll("/", "."));
      return h("button", { type: "button", class: "chip", "data-key": `change-${change.op}-${part}`,
        title: step ? `${step.field}, line ${step.line}` : "Show it in the object",
        click: () => (step ? this.lead(step) : this.show(change)) }, h("b", {}, change.op), ` ${part}`);
    })));
  }

  /** A patch that adds a whole status stands for each field in it. */
  private parts(change: Change): string[] {
    const { value } = change;
    if (change.path !== "/status" || value === null || typeof value !== "object" || Array.isArray(value)) return [change.path];
    return Object.keys(value).map((name) => `/status/${name}`);
  }
}
