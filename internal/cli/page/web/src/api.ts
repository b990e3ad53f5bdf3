// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Asking the server. Every address is below the one of the page, which holds the token.

import type { Answers, Contents, Start } from "./types";

async function answered<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error((await response.text()).trim());
  return (await response.json()) as T;
}

function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal })
    .then((response) => answered<T>(response));
}

export const start = (): Promise<Start> => fetch("start").then((response) => answered<Start>(response));

export const example = (number: number): Promise<Contents> =>
  fetch(`examples/${number}`).then((response) => answered<Contents>(response));

export const ask = (contents: Contents, signal: AbortSignal): Promise<Answers> => post("answers", contents, signal);

export interface File { name: string; text: string }

export const take = (file: string, contents: Contents, url: string): Promise<File> => post("take", { file, contents, url });
