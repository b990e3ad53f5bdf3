// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Making elements. There is no way to make one of markup in a text, so nothing that a person typed can become markup.

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

function fill<T extends Element>(element: T, attributes: Attributes, children: Child[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** Makes an HTML element. An attribute that is a function listens to the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(name), attributes, children);
}

/** Makes an SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/** Returns an element of the document. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found as T;
}

/** Replaces the children and keeps the focus on the element with the same data-key. */
export function replace(parent: Element, ...children: Node[]): void {
  const key = parent.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  parent.replaceChildren(...children);
  if (key) parent.querySelector<HTMLElement | SVGElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Says a number of things: plural(1, "replica") is "1 replica". */
export function plural(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
