// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Completion of names and values from an OpenAPI schema, with its descriptions.

import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import type { Schema } from "./types";
import { where } from "./where";

const text: Schema = { type: "string" };
const texts: Schema = { type: "object", additionalProperties: text };

/** What every object has, whatever its kind says about it. */
const common: Record<string, Schema> = {
  apiVersion: text,
  kind: text,
  metadata: { type: "object", description: "Standard metadata of every object.", properties: {
    name: text, namespace: text, labels: texts, annotations: texts, generation: { type: "integer" }, uid: text } },
  spec: { type: "object", description: "The desired state." },
  status: { type: "object", description: "The most recently observed state." },
};

/** Of several forms of a value the one that has something to complete. */
function widest(schema: Schema | undefined): Schema | undefined {
  return schema?.anyOf?.find((one) => one.properties ?? one.items) ?? schema;
}

function below(above: Schema | undefined, step: string): Schema | undefined {
  const schema = widest(above);
  if (!schema) return undefined;
  if (step === "*") return schema.items;
  return schema.properties?.[step] ?? (typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined);
}

function whole(schema: Schema | undefined): Schema {
  const properties = { ...common, ...schema?.properties };
  if (!properties.metadata?.properties) properties.metadata = common.metadata as Schema;
  return { type: "object", properties };
}

function names(schema: Schema, siblings: Set<string>): Completion[] {
  return Object.entries(schema.properties ?? {}).filter(([name]) => !siblings.has(name)).map(([name, property]) => ({
    label: name,
    detail: property.type ?? "",
    info: property.description,
    apply: property.type === "object" || property.type === "array" ? `${name}:` : `${name}: `,
  }));
}

function values(schema: Schema): Completion[] {
  if (schema.type === "boolean") return [{ label: "true" }, { label: "false" }];
  return (schema.enum ?? []).map((value) => ({ label: String(value) }));
}

/** Completes an object, or with root false what stands below one, by the schema that is chosen at the time. */
export function complete(schema: () => Schema | undefined, root = true): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const doc = context.state.doc;
    const line = doc.lineAt(context.pos);
    const before = doc.sliceString(0, context.pos).split("\n");
    const place = where(before, doc.sliceString(line.to).split("\n").slice(1));
    let found: Schema | undefined = root ? whole(schema()) : schema();
    for (const step of place.path) found = below(found, step);
    if (found && place.key !== null) found = below(found, place.key);
    found = widest(found);
    if (!found || (!context.explicit && place.typed === "" && place.key === null)) return null;
    const options = place.key === null ? names(found, place.siblings) : values(found);
    if (options.length === 0 || /[\s:]/.test(place.typed)) return null;
    return { from: context.pos - place.typed.length, options, validFor: /^[\w-]*$/ };
  };
}
