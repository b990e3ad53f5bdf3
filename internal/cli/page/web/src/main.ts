// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The page: it begins with a link's contents or with the first example, and shows new answers at each edit.

import { start } from "./api";
import { Cards } from "./cards";
import { complete } from "./complete";
import { byId, h } from "./dom";
import { fragment, fromFragment } from "./link";
import { Members } from "./members";
import { Panel } from "./panel";
import { picture } from "./picture";
import { slider } from "./slider";
import { steps } from "./steps";
import { Store } from "./store";
import { tools } from "./tools";
import type { Answers, Contents, Schema, Start } from "./types";

const summary = byId("summary");
const store = new Store((message) => {
  summary.textContent = `No answer: ${message}`;
  summary.dataset.state = "lost";
});

let schemas: Record<string, Schema> = {};
const schema = () => schemas[`${store.answers?.apiVersion}/${store.answers?.kind}`];

const panel = new Panel(byId("editors"), [
  { name: "object", title: "Object", hint: "The object as it is applied to Karmada.", completion: complete(schema),
    changed: (object) => edit({ object }) },
  { name: "member", title: "In a member", hint: "The object as it stands in a member cluster, with its status: for Retain, health and status.",
    completion: complete(schema), changed: (member) => edit({ member }) },
]);
const replicas = slider((value) => edit({ replicas: value }));
const cards = new Cards(byId("cards"), replicas.element, (_, change) => panel.show("object", change.place));
const members = new Members(byId("members"), store);

let edited = 0;

function edit(changed: Partial<Contents>): void {
  store.change(changed);
}

/** Keeps what was typed in the address, so that loading the page again loses nothing. */
function keep(contents: Contents): void {
  clearTimeout(edited);
  edited = window.setTimeout(async () => history.replaceState(null, "", await fragment(contents)), 400);
}

function fill(contents: Contents): void {
  panel.set("object", contents.object);
  panel.set("member", contents.member);
  members.set(contents.members);
  store.change(contents, 0);
}

function draw(answers: Answers): void {
  picture(byId("picture"), answers, (index, weight) => {
    const changed = store.contents.members.map((member, i) => (i === index ? { ...member, weight } : member));
    members.set(changed);
    store.change({ members: changed }, 0);
  });
}

function summarize(answers: Answers): void {
  const refused = answers.answers.filter((answer) => answer.state === "refused").length;
  const supported = answers.answers.filter((answer) => answer.state === "answered" || answer.state === "refused").length;
  summary.dataset.state = refused > 0 || answers.problems.length > 0 ? "problems" : "fine";
  summary.textContent = `${answers.kind || "No object"}: ${supported} of ${answers.answers.length} operations answered` + (refused > 0 ? `, ${refused} refused` : "");
}

let first = true;
store.listen((answers, contents) => {
  const wanted = answers.answers.find((answer) => answer.operation === "InterpretReplica")?.values?.replica ?? 0;
  replicas.set(contents.replicas, wanted);
  panel.mark(answers.problems);
  cards.update(answers, contents);
  members.update(answers);
  draw(answers);
  steps(byId("steps"), answers);
  summarize(answers);
  if (!first) keep(contents);
  first = false;
  document.documentElement.dataset.answered = String(Number(document.documentElement.dataset.answered ?? 0) + 1);
});

new ResizeObserver(() => { if (store.answers) draw(store.answers); }).observe(byId("picture"));

async function begin(): Promise<void> {
  const loaded: Start = await start();
  schemas = loaded.schemas;
  const choose = byId<HTMLSelectElement>("example");
  choose.append(...loaded.examples.map((example, i) => h("option", { value: i }, example.name)));
  choose.addEventListener("change", () => {
    const example = loaded.examples[Number(choose.value)];
    if (example) fill(example.contents);
  });
  tools(byId("tools"), store);
  const linked = await fromFragment(location.hash);
  const contents = linked ?? loaded.examples[0]?.contents;
  if (contents) fill(contents);
  window.addEventListener("hashchange", async () => {
    const changed = await fromFragment(location.hash);
    if (changed) fill(changed);
  });
}

void begin();
