// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The weights of the picture: sliders that are dragged or moved by keys.

import { svg } from "./dom";

/** The end of the sliders, further out only for a weight that was typed. */
export const usual = 10;

const keys: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5, Home: -Infinity, End: Infinity };

export interface Weight { index: number; name: string; value: number; max: number; x: number; y: number; width: number }

/** Makes a slider at its place in the picture. */
export function weight(w: Weight, changed: (value: number) => void): SVGElement {
  const set = (value: number) => {
    const next = Math.max(0, Math.min(w.max, Math.round(value)));
    if (next !== w.value) changed(next);
    w.value = next;
  };
  const handle = w.x + (w.width * w.value) / w.max;
  const group = svg("g", { class: "weight", role: "slider", tabindex: 0, "data-key": `weight-${w.index}`, "aria-label": `Weight of ${w.name}`,
    "aria-valuemin": 0, "aria-valuemax": w.max, "aria-valuenow": w.value,
    keydown: (event: KeyboardEvent) => {
      const step = keys[event.key];
      if (step === undefined) return;
      event.preventDefault();
      set(step === Infinity ? w.max : step === -Infinity ? 0 : w.value + step);
    },
    pointerdown: (event: PointerEvent) => {
      event.preventDefault();
      group.focus();
      follow(group, (x) => set(((x - w.x) / w.width) * w.max), event);
    } },
    svg("rect", { class: "hit", x: w.x - 12, y: w.y - 14, width: w.width + 24, height: 28 }),
    svg("line", { class: "track", x1: w.x, y1: w.y, x2: w.x + w.width, y2: w.y }),
    svg("line", { class: "filled", x1: w.x, y1: w.y, x2: handle, y2: w.y }),
    svg("circle", { class: "handle", cx: handle, cy: w.y, r: 7 }));
  return group;
}

/** Follows the pointer until it is let go, even when the picture is drawn anew meanwhile. */
function follow(element: SVGGElement, moved: (x: number) => void, first: PointerEvent): void {
  const picture = element.ownerSVGElement;
  const scale = picture ? picture.viewBox.baseVal.width / picture.getBoundingClientRect().width : 1;
  const left = picture?.getBoundingClientRect().left ?? 0;
  const move = (event: PointerEvent) => moved((event.clientX - left) * scale);
  const end = () => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  move(first);
}
