// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The slider for the replicas of ReviseReplica.

import { h } from "./dom";

export interface Slider { element: HTMLElement; set(value: number, wanted: number): void }

/** Makes the slider. Its end leaves room above what the object wants. */
export function slider(changed: (value: number) => void): Slider {
  const output = h("output", { for: "replicas" });
  const range = h("input", { type: "range", id: "replicas", min: 0, max: 10, step: 1, input: () => {
    output.textContent = range.value;
    changed(range.valueAsNumber);
  } });
  return {
    element: h("div", { class: "slider" }, h("label", { for: "replicas" }, "Replicas for this member"), range, output),
    set(value, wanted) {
      range.max = String(Math.max(10, wanted * 2, value));
      range.value = String(value);
      output.textContent = String(value);
    },
  };
}
