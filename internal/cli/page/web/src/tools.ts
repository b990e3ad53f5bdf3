// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The tools of the bar: a link, files to take along, light and dark.

import { take } from "./api";
import { h } from "./dom";
import { fragment } from "./link";
import type { Store } from "./store";

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function linkButton(store: Store, say: (message: string) => void): HTMLElement {
  return h("button", { type: "button", id: "link", click: async () => {
    history.replaceState(null, "", await fragment(store.contents));
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is copied.");
    } catch {
      say("The link is in the address bar.");
    }
  } }, "Copy link");
}

function files(store: Store, say: (message: string) => void): HTMLElement {
  const url = h("input", { type: "url", id: "url", value: "https://interpreter.example.com/PATH_SECRET", spellcheck: "false", autocomplete: "off" });
  const order = (file: string) => async () => {
    try {
      const made = await take(file, store.contents, url.value);
      download(made.name, made.text);
      say(`${made.name} is downloaded.`);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  };
  const details = h("details", { class: "menu", id: "take", keydown: (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  } },
    h("summary", {}, "Take it with you"),
    h("div", { class: "sheet" },
      h("button", { type: "button", id: "take-description", click: order("description") }, h("b", {}, "Description"),
        h("span", {}, "The KindDescription, for INTERPRETER_KINDS or a file")),
      h("button", { type: "button", id: "take-cases", click: order("cases") }, h("b", {}, "Cases"),
        h("span", {}, "Today's answers as cases for interpret test")),
      h("label", { for: "url" }, "Where Karmada will reach the function"), url,
      h("button", { type: "button", id: "take-configuration", click: order("configuration") }, h("b", {}, "Configuration"),
        h("span", {}, "The ResourceInterpreterWebhookConfiguration for this URL"))));
  const close = () => {
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  document.addEventListener("click", (event) => {
    if (details.open && event.target instanceof Node && !details.contains(event.target)) details.open = false;
  });
  return details;
}

const dark = matchMedia("(prefers-color-scheme: dark)");

function shade(): HTMLElement {
  const current = () => document.documentElement.dataset.shade ?? (dark.matches ? "dark" : "light");
  const name = () => (current() === "dark" ? "Light" : "Dark");
  const button = h("button", { type: "button", id: "shade", click: () => {
    document.documentElement.dataset.shade = name().toLowerCase();
    button.textContent = name();
  } }, name());
  dark.addEventListener("change", () => { button.textContent = name(); });
  return button;
}

/** Fills the bar. */
export function tools(parent: HTMLElement, store: Store): void {
  const said = h("span", { class: "said", role: "status" });
  let timer = 0;
  const say = (message: string) => {
    said.textContent = message;
    clearTimeout(timer);
    timer = window.setTimeout(() => { said.textContent = ""; }, 6000);
  };
  parent.append(said, linkButton(store, say), files(store, say), shade());
}
