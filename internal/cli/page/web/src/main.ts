// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The page: it begins with a link's contents or with the first example, and shows new answers at each edit.

import { example, start } from "./api";
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
import type { Answers, Contents, Example, Schema, Start } from "./types";

const summary = byId("summary");
const store = new Store((message) => {
  summary.textContent = `No answer: ${message}`;
  summary.dataset.state = "lost";
});

let schemas: Record<string, Schema> = {};
let form: Schema | undefined;

/** The kind of the object when it could last be read: while a name is typed, the text is often no YAML. */
let known = "";
const schema = () => schemas[known];

const panel = new Panel(byId("editors"), [
  { name: "description", title: "Description", hint: "What the kind means to Karmada, in paths and CEL. Empty: a kind in Go answers.",
    wrap: true, completion: complete(() => form, false), changed: (description) => edit({ description }) },
  { name: "object", title: "Object", hint: "The object as it is applied to Karmada.", completion: complete(schema),
    changed: (object) => edit({ object }) },
  { name: "member", title: "In a member", hint: "The object as it stands in a member cluster, with its status: for Retain, health and status.",
    completion: complete(schema), changed: (member) => edit({ member }) },
]);
const replicas = slider((value) => edit({ replicas: value }));
const cards = new Cards(byId("cards"), replicas.element, (change) => panel.show("object", change.place),
  (place) => panel.show("description", place));
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
  panel.set("description", contents.description);
  panel.set("object", contents.object);
  panel.set("member", contents.member);
  members.set(contents.members);
  panel.choose(contents.description === "" ? "object" : "description");
  store.change(contents, 0);
}

function draw(answers: Answers): void {
  picture(byId("picture"), answers, (index, weight) => {
    const changed = store.contents.members.map((member, i) => (i === index ? { ...member, weight } : member));
    members.set(changed);
    store.change({ members: changed }, 0);
  });
}

/** Tells whether a mistake keeps questions from being asked, so that the answers before it are more useful. */
function isBroken(answers: Answers): boolean {
  return answers.problems.length > 0 && answers.answers.some((answer) => answer.state === "unasked");
}

function summarize(answers: Answers): void {
  const count = (state: string) => answers.answers.filter((answer) => answer.state === state).length;
  const refused = count("refused");
  summary.dataset.state = refused > 0 || answers.problems.length > 0 ? "problems" : "fine";
  summary.textContent = isBroken(answers)
    ? "A text cannot be read: what is shown was answered before."
    : `${answers.kind || "No object"}: ${count("answered") + refused} of ${answers.answers.length} operations interpreted` + (refused > 0 ? `, ${refused} refused` : "");
}

let shown: Answers | null = null;

function show(answers: Answers, contents: Contents): void {
  const wanted = answers.answers.find((answer) => answer.operation === "InterpretReplica")?.values?.replica ?? 0;
  replicas.set(contents.replicas, wanted);
  cards.update(answers, contents);
  members.update(answers);
  draw(answers);
  steps(byId("steps"), answers);
}

store.listen((answers, contents) => {
  if (answers.kind !== "") known = `${answers.apiVersion}/${answers.kind}`;
  panel.mark(answers.problems);
  members.mark(answers.problems);
  summarize(answers);
  const stale = isBroken(answers) && shown !== null;
  document.body.classList.toggle("stale", stale);
  if (!stale) show(answers, contents);
  if (shown !== null) keep(contents);
  if (!stale) shown = answers;
  document.documentElement.dataset.answered = String(Number(document.documentElement.dataset.answered ?? 0) + 1);
});

new ResizeObserver(() => { if (shown) draw(shown); }).observe(byId("picture"));

/** Lists the examples below the headings of their groups. */
function groups(examples: Example[]): HTMLElement[] {
  const found = new Map<string, HTMLElement>();
  examples.forEach((one, i) => {
    const group = found.get(one.group) ?? h("optgroup", { label: one.group || "Yours" });
    found.set(one.group, group);
    group.append(h("option", { value: i }, one.name));
  });
  return [...found.values()];
}

async function begin(): Promise<void> {
  const loaded: Start = await start();
  schemas = loaded.schemas;
  form = loaded.description;
  const choose = byId<HTMLSelectElement>("example");
  choose.append(...groups(loaded.examples));
  choose.addEventListener("change", async () => {
    const chosen = choose.value;
    const contents = await example(Number(chosen));
    if (choose.value === chosen) fill(contents); // it may come behind one that was chosen later
  });
  tools(byId("tools"), store);
  const linked = await fromFragment(location.hash);
  fill(linked ?? loaded.contents);
  window.addEventListener("hashchange", async () => {
    const changed = await fromFragment(location.hash);
    if (changed) fill(changed);
  });
}

void begin();
