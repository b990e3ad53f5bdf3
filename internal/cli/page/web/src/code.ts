// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Showing YAML and differences in the colors of the editors.

import { yamlLanguage } from "@codemirror/lang-yaml";
import { classHighlighter, highlightCode } from "@lezer/highlight";
import { h } from "./dom";

function colored(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  highlightCode(text, yamlLanguage.parser.parse(text), classHighlighter,
    (part, classes) => fragment.append(classes ? h("span", { class: classes }, part) : part),
    () => fragment.append("\n"));
  return fragment;
}

/** Shows YAML. */
export function code(text: string, label: string): HTMLElement {
  return h("pre", { class: "code", tabindex: 0, role: "region", "aria-label": label }, h("code", {}, colored(text.trimEnd())));
}

/** Shows a unified diff: what is taken away and what is added, with the lines around them. */
export function diff(text: string, label: string): HTMLElement {
  const body = h("code");
  for (const line of text.trimEnd().split("\n")) {
    if (line.startsWith("---") || line.startsWith("+++")) continue;
    if (line.startsWith("@@")) {
      if (body.childElementCount > 0) body.append(h("span", { class: "gap" }, "⋯"));
      continue;
    }
    const kind = line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "span";
    body.append(h(kind, { class: "line" }, h("span", { class: "sign", "aria-hidden": "true" }, line[0] ?? " "), colored(line.slice(1))));
  }
  return h("pre", { class: "code diff", tabindex: 0, role: "region", "aria-label": label }, body);
}
