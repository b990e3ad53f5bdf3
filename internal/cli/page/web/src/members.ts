// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The members: their names and weights, what they get, and an editor for the status that each reports.

import { h, plural } from "./dom";
import { Editor } from "./editor";
import type { Store } from "./store";
import type { Answers, Member, Problem } from "./types";

interface Card { element: HTMLElement; name: HTMLInputElement; weight: HTMLInputElement; editor: Editor; gets: HTMLElement; problem: HTMLElement }

export class Members {
  private cards: Card[] = [];
  private readonly list = h("div", { class: "list" });
  private readonly add = h("button", { type: "button", id: "add-member", click: () => this.append() }, "Add a member");

  constructor(parent: HTMLElement, private readonly store: Store) {
    parent.append(this.list, this.add);
  }

  /** Makes the cards fit the contents of the store. */
  set(members: Member[]): void {
    while (this.cards.length > members.length) this.cards.pop()?.element.remove();
    members.forEach((member, i) => {
      const card = this.cards[i] ?? this.make(i);
      if (document.activeElement !== card.name) card.name.value = member.name;
      if (document.activeElement !== card.weight) card.weight.value = String(member.weight);
      card.editor.text = member.status;
      card.editor.rename(`Status that ${member.name} reports`);
    });
    this.add.disabled = members.length >= 8;
  }

  /** Shows what each member gets. */
  update(answers: Answers): void {
    this.cards.forEach((card, i) => {
      const member = answers.rollout.members?.[i];
      if (!member) return;
      card.gets.textContent = !member.receives ? "gets nothing" : answers.rollout.divided ? `gets ${plural(member.replicas, "replica")}` : "gets the object";
      if (member.revised.state === "refused") this.complain(card, member.revised.message ?? "");
    });
  }

  /** Shows what is wrong with the statuses. */
  mark(problems: Problem[]): void {
    this.cards.forEach((card, i) => {
      const own = problems.filter((problem) => problem.editor === `members/${i}`);
      card.editor.mark(own);
      this.complain(card, own[0]?.message ?? "");
    });
  }

  private complain(card: Card, message: string): void {
    card.problem.textContent = message;
    card.problem.hidden = message === "";
  }

  private make(i: number): Card {
    const name = h("input", { type: "text", class: "name", "aria-label": `Name of member ${i + 1}`, spellcheck: "false", autocomplete: "off",
      input: () => this.change(i, { name: name.value }) });
    const weight = h("input", { type: "number", class: "weight", min: 0, max: 1000, "aria-label": `Weight of member ${i + 1}`,
      input: () => { if (weight.value !== "") this.change(i, { weight: Math.max(0, Math.trunc(weight.valueAsNumber)) }); } });
    const gets = h("span", { class: "gets" });
    const frame = h("div", { class: "frame small" });
    const problem = h("p", { class: "refusal", hidden: true });
    const element = h("div", { class: "member" },
      h("div", { class: "head" },
        h("div", { class: "row" }, name,
          h("button", { type: "button", class: "remove", "aria-label": `Remove member ${i + 1}`, click: () => this.remove(i) }, "×")),
        h("div", { class: "row" }, h("span", { class: "label", "aria-hidden": "true" }, "weight"), weight, gets)),
      h("div", { class: "reports" }, frame, problem));
    this.list.append(element);
    const editor = new Editor(frame, { label: "Status", small: true, changed: (status) => this.change(i, { status }) });
    const card = { element, name, weight, editor, gets, problem };
    this.cards[i] = card;
    return card;
  }

  private change(i: number, changed: Partial<Member>): void {
    const members = this.store.contents.members.map((member, at) => (at === i ? { ...member, ...changed } : member));
    this.store.change({ members });
  }

  private append(): void {
    const members = this.store.contents.members;
    let number = members.length + 1;
    while (members.some((member) => member.name === `member${number}`)) number++;
    this.replace([...members, { name: `member${number}`, weight: 1, status: "" }]);
  }

  private remove(i: number): void {
    this.replace(this.store.contents.members.filter((_, at) => at !== i));
    this.add.focus();
  }

  private replace(members: Member[]): void {
    this.store.change({ members }, 0);
    this.set(members);
  }
}
