// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The contents of the page and the latest answers about them.

import { ask } from "./api";
import type { Answers, Contents } from "./types";

/** How long an edit waits for the next one, in milliseconds: far shorter than anybody types. */
const pause = 12;

type Listener = (answers: Answers, contents: Contents) => void;

export class Store {
  contents: Contents = { description: "", object: "", member: "", replicas: 0, members: [] };
  private listeners: Listener[] = [];
  private failed: (message: string) => void;
  private timer = 0;
  private running: AbortController | null = null;

  constructor(failed: (message: string) => void) {
    this.failed = failed;
  }

  /** Calls the listener with every new set of answers. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Changes the contents and asks about them, soon or at once. */
  change(changed: Partial<Contents>, wait = pause): void {
    this.contents = { ...this.contents, ...changed };
    clearTimeout(this.timer);
    if (wait === 0) void this.ask();
    else this.timer = window.setTimeout(() => void this.ask(), wait);
  }

  private async ask(): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const contents = this.contents;
    try {
      const answers = await ask(contents, running.signal);
      if (running.signal.aborted) return;
      for (const listener of this.listeners) listener(answers, contents);
    } catch (error) {
      if (!running.signal.aborted) this.failed(error instanceof Error ? error.message : String(error));
    }
  }
}
