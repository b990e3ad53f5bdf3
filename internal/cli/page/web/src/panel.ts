// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The large editors, as tabs, with the list of their problems below.

import type { CompletionSource } from "@codemirror/autocomplete";
import { h, replace } from "./dom";
import { Editor } from "./editor";
import type { Place, Problem } from "./types";

export interface Tab { name: string; title: string; hint: string; wrap?: boolean; completion?: CompletionSource; changed: (text: string) => void }

interface Part { tab: Tab; button: HTMLButtonElement; panel: HTMLElement; editor: Editor; count: HTMLElement }

export class Panel {
  private readonly parts: Part[] = [];
  private readonly list = h("ul", { class: "problems", "aria-label": "Problems", role: "list" });

  constructor(parent: HTMLElement, tabs: Tab[]) {
    const bar = h("div", { class: "tabs", role: "tablist", "aria-label": "Editors", keydown: (event: KeyboardEvent) => this.move(event) });
    parent.append(bar);
    for (const tab of tabs) {
      const count = h("span", { class: "count", hidden: true });
      const button = h("button", { type: "button", role: "tab", id: `tab-${tab.name}`, "aria-controls": `panel-${tab.name}`,
        click: () => this.choose(tab.name) }, tab.title, count);
      const panel = h("div", { role: "tabpanel", id: `panel-${tab.name}`, "aria-labelledby": `tab-${tab.name}`, class: "panel" },
        h("p", { class: "hint" }, tab.hint));
      const frame = h("div", { class: "frame" });
      panel.append(frame);
      bar.append(button);
      parent.append(panel);
      const editor = new Editor(frame, { label: tab.title, wrap: tab.wrap, completion: tab.completion, changed: tab.changed });
      this.parts.push({ tab, button, panel, editor, count });
    }
    parent.append(this.list);
    this.choose(tabs[0]?.name ?? "");
  }

  /** Shows one editor and hides the others. */
  choose(name: string): void {
    for (const part of this.parts) {
      const chosen = part.tab.name === name;
      part.button.setAttribute("aria-selected", String(chosen));
      part.button.tabIndex = chosen ? 0 : -1;
      part.panel.hidden = !chosen;
      if (chosen) part.editor.view.requestMeasure();
    }
  }

  /** Fills an editor without asking about it. */
  set(name: string, text: string): void {
    const part = this.part(name);
    if (part) part.editor.text = text;
  }

  /** Shows a place in an editor. */
  show(name: string, place: Place): void {
    this.choose(name);
    this.part(name)?.editor.show(place);
  }

  /** Marks problems in the editors and lists them. */
  mark(problems: Problem[]): void {
    const items: HTMLElement[] = [];
    for (const part of this.parts) {
      const own = problems.filter((problem) => problem.editor === part.tab.name);
      part.editor.mark(own);
      part.count.hidden = own.length === 0;
      part.count.textContent = own.length === 0 ? "" : ` ${own.length}`;
      for (const problem of own) {
        items.push(h("li", {}, h("button", { type: "button", "data-key": `problem-${items.length}`, click: () => this.show(part.tab.name, problem) },
          h("span", { class: "at" }, `${part.tab.title} ${problem.line}:${problem.column}`), ` ${problem.message}`)));
      }
    }
    this.list.hidden = items.length === 0;
    replace(this.list, ...items);
  }

  private part(name: string): Part | undefined {
    return this.parts.find((part) => part.tab.name === name);
  }

  private move(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const at = this.parts.findIndex((part) => part.button === document.activeElement);
    const next = this.parts[(at + step + this.parts.length) % this.parts.length];
    if (at < 0 || !next) return;
    event.preventDefault();
    this.choose(next.tab.name);
    next.button.focus();
  }
}
