// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// A link that holds the contents of the page in its fragment, which no browser sends anywhere.

import type { Contents } from "./types";

const version = "#v1.";

async function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Returns the fragment for the contents. */
export async function fragment(contents: Contents): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(contents)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return version + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the contents that a fragment holds, null if it holds none. */
export async function fromFragment(hash: string): Promise<Contents | null> {
  if (!hash.startsWith(version)) return null;
  try {
    const text = atob(hash.slice(version.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const read: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    return isContents(read) ? read : null;
  } catch {
    return null;
  }
}

function isContents(value: unknown): value is Contents {
  const contents = value as Partial<Contents> | null;
  return typeof contents?.description === "string" && typeof contents.object === "string" && typeof contents.member === "string" && typeof contents.replicas === "number"
    && Array.isArray(contents.members)
    && contents.members.every((member) => typeof member.name === "string" && typeof member.weight === "number" && typeof member.status === "string");
}
