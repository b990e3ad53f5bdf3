// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Where in a YAML document a position is, told from indentation: good enough for documents that are being typed.

export interface Where {
  /** The names above the line, "*" for an item of a list. */
  path: string[];
  /** The name on the line, if the position is behind its colon. */
  key: string | null;
  /** What is typed so far of a name or a value. */
  typed: string;
  /** The names beside it that are there already. */
  siblings: Set<string>;
}

interface Line { indent: number; items: number; key: string | null }

const shape = /^(\s*)((?:-\s+)*)(?:("[^"]*"|'[^']*'|[^\s#:'"-][^:#]*?)\s*:(?=\s|$))?/;

function parse(text: string): Line | null {
  const match = shape.exec(text);
  if (!match || text.trim() === "" || text.trim().startsWith("#")) return null;
  const items = (match[2]?.match(/-/g) ?? []).length;
  const key = match[3]?.replace(/^["']|["']$/g, "") ?? null;
  return { indent: (match[1]?.length ?? 0) + (match[2]?.length ?? 0), items, key };
}

/** Tells where the end of the last line is. The lines after it are only looked at for siblings. */
export function where(before: string[], after: string[]): Where {
  const current = before[before.length - 1] ?? "";
  const match = /^(\s*(?:-\s+)*)(.*)$/.exec(current);
  const rest = match?.[2] ?? "";
  const value = /^("[^"]*"|'[^']*'|[^\s:]+)\s*:\s+(.*)$/.exec(rest);
  let indent = (match?.[1] ?? "").length;
  const siblings = new Set<string>();
  const path: string[] = [];
  let items = (match?.[1]?.match(/-/g) ?? []).length;
  let beside = items === 0;
  for (let i = before.length - 2; i >= 0; i--) {
    const line = parse(before[i] ?? "");
    if (!line) continue;
    if (beside && line.indent === indent && line.key) {
      siblings.add(line.key);
      if (line.items > 0) {
        beside = false;
        items = line.items;
        indent = line.indent;
        continue;
      }
    }
    const dash = indent - 2 * items;
    if (items > 0 ? line.indent <= dash && line.key && line.items === 0 : line.indent < indent && line.key) {
      for (; items > 0; items--) path.unshift("*");
      path.unshift(line.key ?? "");
      indent = line.indent;
      items = line.items;
      beside = false;
    }
  }
  for (const text of after) {
    const line = parse(text);
    if (!line) continue;
    if (line.indent < (match?.[1] ?? "").length || line.items > 0) break;
    if (line.indent === (match?.[1] ?? "").length && line.key) siblings.add(line.key);
  }
  return { path, key: value?.[1] ?? null, typed: value ? (value[2] ?? "") : rest, siblings };
}
