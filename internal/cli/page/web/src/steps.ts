// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The order in which Karmada asks, with what each question is answered.

import { h, plural, replace } from "./dom";
import type { Answer, Answers, MemberRollout } from "./types";

interface Step { title: string; text: string; result: string; operation?: string }

function result(answer: Answer | undefined, say: (answer: Answer) => string): string {
  if (!answer || answer.state === "unasked") return "—";
  if (answer.state === "unsupported") return "not asked";
  return answer.state === "refused" ? "refused" : say(answer);
}

const changed = (answer: Answer) => (answer.patch ? plural(answer.patch.length, "change") : "no change");

function list(answers: Answers): Step[] {
  const of = (operation: string) => answers.answers.find((answer) => answer.operation === operation);
  const rollout = answers.rollout;
  const members = rollout.members ?? [];
  const there = members.filter((member) => member.receives);
  const each = (say: (member: MemberRollout) => string) => there.map(say).join(", ") || "—";
  return [
    { title: "InterpretReplica", operation: "InterpretReplica", text: "The detector asks when the object is applied or changed.",
      result: result(of("InterpretReplica"), (answer) => plural(answer.values?.replica ?? 0, "replica")) },
    { title: "InterpretDependency", operation: "InterpretDependency", text: "With propagateDeps in the policy, what it lists follows into each member.",
      result: result(of("InterpretDependency"), (answer) => plural(answer.values?.dependencies?.length ?? 0, "object")) },
    { title: "The scheduler divides", text: rollout.divided ? "By the static weights of the policy." : "Nothing to divide: each member gets the whole object.",
      result: rollout.divided ? each((member) => String(member.replicas)) : "whole objects" },
    { title: "ReviseReplica", operation: "ReviseReplica", text: "The binding controller asks once for each member, one after the other.",
      result: each((member) => result(member.revised, changed)) },
    { title: "Retain", operation: "Retain", text: "Before an object that is in the member already is written again.",
      result: result(of("Retain"), changed) },
    { title: "InterpretStatus", operation: "InterpretStatus", text: "At each change of the object in a member.",
      result: each((member) => (member.collected ? "collected" : "nothing yet")) },
    { title: "InterpretHealth", operation: "InterpretHealth", text: "Right after it, about the same object.", result: each((member) => member.health) },
    { title: "AggregateStatus", operation: "AggregateStatus", text: "Each time when a member's status or health has changed.",
      result: result(of("AggregateStatus"), changed) },
  ];
}

/** Shows the steps. A step of an operation leads to its answer. */
export function steps(parent: HTMLElement, answers: Answers): void {
  replace(parent, ...list(answers).map((step) => h("li", {},
    step.operation
      ? h("a", { href: `#answer-${step.operation}`, "data-key": `step-${step.title}`, click: (event: Event) => {
        event.preventDefault();
        const card = document.getElementById(`answer-${step.operation}`);
        card?.scrollIntoView({ behavior: "smooth", block: "center" });
        card?.focus({ preventScroll: true });
      } }, step.title)
      : h("b", {}, step.title),
    h("span", { class: "result" }, step.result), h("p", {}, step.text))));
}
