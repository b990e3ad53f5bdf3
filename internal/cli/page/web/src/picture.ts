// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The picture of a rollout: the template, what each member gets, what it reports, and the sum.

import { plural, replace, svg } from "./dom";
import { back, type Box, type Layout, layout, midway, out } from "./layout";
import type { Answers, MemberRollout } from "./types";
import { usual, weight } from "./weights";

const shownLines = 9;

function cut(text: string, width: number): string {
  const fits = Math.max(4, Math.floor(width / 7.3));
  return text.length > fits ? `${text.slice(0, fits - 1)}…` : text;
}

function box(at: Box, name: string): SVGElement {
  return svg("rect", { class: name, x: at.x, y: at.y, width: at.width, height: at.height, rx: 10 });
}

function lines(text: string): string[] {
  const all = text.trimEnd().split("\n").filter((line) => line !== "");
  return all.length > shownLines ? [...all.slice(0, shownLines - 1), "…"] : all;
}

function template(l: Layout, answers: Answers): SVGElement {
  const { x, y, width } = l.template;
  const rollout = answers.rollout;
  return svg("g", {}, box(l.template, "box strong"),
    svg("text", { class: "small", x: x + 16, y: y + 26 }, "Template in Karmada"),
    svg("text", { class: "title", x: x + 16, y: y + 50 }, cut(answers.kind || "—", width - 32)),
    svg("text", { class: "big", x: x + 16, y: y + 92 }, rollout.divided ? String(rollout.replicas) : "1"),
    svg("text", { class: "small", x: x + 24 + 17 * (rollout.divided ? String(rollout.replicas).length : 1), y: y + 92 },
      rollout.divided ? plural(rollout.replicas, "replica").replace(/^\d+ /, "") + " to divide" : "whole object"));
}

function pods(at: Box, count: number): SVGElement {
  const group = svg("g", { "aria-hidden": "true" });
  const shown = Math.min(count, Math.floor((at.width - 150) / 15));
  for (let i = 0; i < shown; i++) group.append(svg("rect", { class: "pod", x: at.x + 16 + i * 15, y: at.y + 44, width: 11, height: 11, rx: 3 }));
  if (shown < count) group.append(svg("text", { class: "small", x: at.x + 20 + shown * 15, y: at.y + 54 }, `+${count - shown}`));
  return group;
}

function health(at: Box, value: string): SVGElement {
  const width = 14 + value.length * 7.2;
  const x = at.x + at.width - width - 14;
  return svg("g", { class: `health ${value.toLowerCase()}` }, svg("rect", { x, y: at.y + 12, width, height: 22, rx: 11 }),
    svg("text", { class: "pilltext", x: x + width / 2, y: at.y + 27, "text-anchor": "middle" }, value));
}

function inMember(at: Box, member: MemberRollout, divided: boolean): SVGElement {
  const got = !member.receives ? "gets nothing" : divided ? plural(member.replicas, "replica") : "the whole object";
  const group = svg("g", { class: member.receives ? "there" : "absent" }, box(at, "box"),
    svg("text", { class: "title", x: at.x + 16, y: at.y + 30 }, cut(member.name, at.width - 130)),
    svg("text", { class: "small", x: at.x + at.width - 16, y: at.y + 54, "text-anchor": "end" }, got));
  if (!member.receives) return group;
  group.append(health(at, member.health));
  if (divided) group.append(pods(at, member.replicas));
  const collected = lines(member.collected).join("  ");
  group.append(svg("text", { class: "mono", x: at.x + 16, y: at.y + 80 }, cut(collected || "no status yet", at.width - 32)));
  return group;
}

function sum(l: Layout, answers: Answers): SVGElement {
  const { x, y, width } = l.status;
  const group = svg("g", {}, box(l.status, "box strong"), svg("text", { class: "small", x: x + 16, y: y + 26 }, "Status in Karmada"));
  const shown = lines(answers.rollout.status);
  (shown.length > 0 ? shown : ["none"]).forEach((line, i) => group.append(
    svg("text", { class: "mono", x: x + 16, y: y + 50 + i * 17, "xml:space": "preserve" }, cut(line, width - 32))));
  return group;
}

function ways(l: Layout, answers: Answers): SVGElement {
  const group = svg("g", { "aria-hidden": "true" });
  const members = answers.rollout.members ?? [];
  const most = Math.max(1, ...members.map((member) => member.replicas));
  members.forEach((member, i) => {
    const width = !member.receives ? 1.5 : answers.rollout.divided ? 2 + (l.narrow ? 4 : 12) * (member.replicas / most) : 4;
    group.append(svg("path", { class: member.receives ? "way" : "way none", d: out(l, i), "stroke-width": width }));
    if (member.receives) group.append(svg("path", { class: "way return", d: back(l, i) }));
  });
  members.forEach((member, i) => {
    if (!member.receives || !answers.rollout.divided) return;
    const { x, y } = midway(l, i);
    group.append(svg("circle", { class: "badge", cx: x, cy: y, r: 13 }), svg("text", { class: "badgetext", x, y: y + 5, "text-anchor": "middle" }, member.replicas));
  });
  return group;
}

/** Draws the picture into the parent, as wide as that is. */
export function picture(parent: HTMLElement, answers: Answers, changed: (index: number, weight: number) => void): void {
  const members = answers.rollout.members ?? [];
  const l = layout(Math.max(300, parent.clientWidth), members.length, lines(answers.rollout.status).length);
  const max = Math.max(usual, ...members.map((member) => member.weight));
  const drawing = svg("svg", { viewBox: `0 0 ${l.width} ${l.height}`, role: "group", "aria-label": describe(answers) },
    ways(l, answers), template(l, answers), sum(l, answers));
  members.forEach((member, index) => {
    const at = l.members[index] as Box;
    const y = at.y + at.height - 22;
    drawing.append(inMember(at, member, answers.rollout.divided),
      svg("text", { class: "small", x: at.x + 16, y: y + 4 }, "weight"),
      weight({ index, name: member.name, value: member.weight, max, x: at.x + 74, y, width: at.width - 74 - 54 }, (value) => changed(index, value)),
      svg("text", { class: "value", x: at.x + at.width - 16, y: y + 5, "text-anchor": "end" }, member.weight));
  });
  replace(parent, drawing);
}

function describe(answers: Answers): string {
  const members = (answers.rollout.members ?? []).map((member) => {
    if (!member.receives) return `${member.name} gets nothing`;
    return `${member.name} gets ${answers.rollout.divided ? plural(member.replicas, "replica") : "the object"} and is ${member.health.toLowerCase()}`;
  });
  return `Rollout of a ${answers.kind || "object"}: ${members.join("; ")}. Status in Karmada: ${answers.rollout.status.trim().replaceAll("\n", ", ") || "none"}.`;
}
