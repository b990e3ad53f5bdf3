// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Usage: node extract.mjs NODE_MODULES OUTPUT_FOLDER
//
// Writes the schemas that ../schemaprovider serves, in the form of `terraform providers schema -json` with one addition,
// "enum", the values that a provider's documentation lists for an attribute. The source is the generated code of the
// @cdktf/provider-* packages: it is run against a stand-in for the cdktf library whose mapping functions describe
// themselves instead of mapping, so each resource tells its own attributes and blocks. Only the types named in
// `wanted` are kept: facts about names and types, nothing of the packages' text.

import Module, { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';

const wanted = {
  google: {
    resources: [
      'artifact-registry-repository', 'artifact-registry-repository-iam-member', 'cloud-run-domain-mapping',
      'cloud-run-v2-service', 'cloud-run-v2-service-iam-member', 'cloudfunctions2-function', 'logging-metric',
      'logging-project-exclusion', 'monitoring-alert-policy', 'project-iam-member', 'project-service',
      'secret-manager-secret', 'secret-manager-secret-iam-member', 'secret-manager-secret-version', 'service-account',
      'storage-bucket', 'storage-bucket-object',
    ],
    version: '6.50.0',
  },
  archive: { resources: ['file'], version: '2.7.1' },
  aws: {
    resources: [
      'cloudwatch-log-group', 'iam-role', 'iam-role-policy-attachment', 'lambda-function', 'lambda-function-url',
      'lambda-permission',
    ],
    version: '6.29.0', // 6.25.0 with the one addition below
  },
  random: { resources: ['bytes'], version: '3.7.2' },
  time: { resources: ['sleep'], version: '0.13.1' },
};

// The generated code does not say which attributes are sensitive.
const sensitive = {
  random_bytes: ['base64', 'hex'],
  google_secret_manager_secret_version: ['secret_data'],
};

// What the newest package does not have yet, with the release that brought it.
const added = {
  // 6.29.0: https://github.com/hashicorp/terraform-provider-aws/pull/44858
  aws_lambda_permission: { invoked_via_function_url: { type: 'bool', optional: true } },
};

// anything answers every property with itself: the object whose attributes the generated code believes to map.
const anything = new Proxy(function () {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '' : anything) });

function standIn() {
  const base = class {};
  return new Proxy({}, {
    get(_, name) {
      if (name === '__esModule') return undefined;
      if (name === 'canInspect') return () => true;
      if (name === 'isComplexElement') return () => false;
      if (name === 'Tokenization') return { isResolvable: () => false };
      if (name === 'listMapperHcl') return (map, isBlock) => () => ({ many: isBlock ? map(anything) : undefined });
      if (name === 'hashMapperHcl') return () => () => ({});
      if (/ToHclTerraform$/.test(String(name))) return () => ({});
      if (/^[A-Z]/.test(String(name))) return base;
      return () => ({});
    },
  });
}

const types = {
  any: 'dynamic', string: 'string', number: 'number', boolean: 'bool',
  stringList: ['list', 'string'], numberList: ['list', 'number'], booleanList: ['list', 'bool'],
  stringMap: ['map', 'string'], numberMap: ['map', 'number'], booleanMap: ['map', 'bool'],
  String: 'string', Number: 'number', Boolean: 'bool', List: ['list', 'string'], NumberList: ['list', 'number'],
  StringMap: ['map', 'string'], BooleanMap: ['map', 'bool'], NumberMap: ['map', 'number'],
};

function typeOf(attribute, where) {
  const found = types[attribute.storageClassType];
  if (!found) throw new Error(`${where}: unknown type ${attribute.storageClassType}`);
  return attribute.type === 'set' ? ['set', found[1]] : found;
}

const camel = (name) => name.replace(/_/g, '').toLowerCase();

// computedOf lists what a class can read but not set: attributes and lists of objects.
function computedOf(owner, settable, lib) {
  const text = owner.toString();
  const found = {};
  for (const [, isSet, kind, name] of text.matchAll(/(tolist\()?this\.get(\w+)Attribute\(['"](\w+)['"]\)/g)) {
    if (name in settable) continue;
    const type = types[kind];
    if (!type) throw new Error(`${owner.name}.${name}: unknown getter ${kind}`);
    found[name] = { type: isSet ? ['set', type[1]] : type, computed: true };
  }
  for (const [, map, name] of text.matchAll(/new cdktf\.(StringMap|BooleanMap|NumberMap)\(this, "(\w+)"\)/g)) {
    if (!(name in settable)) found[name] = { type: types[map], computed: true };
  }
  for (const [, struct, name, isSet] of text.matchAll(/new (?:\w+\.)*(\w+?)List\(this, "(\w+)", (true|false)\)/g)) {
    if (name in settable) continue;
    const inner = computedOf(lib[`${struct}OutputReference`], {}, lib);
    const object = Object.fromEntries(Object.entries(inner).map(([k, v]) => [k, v.type]));
    found[name] = { type: [isSet === 'true' ? 'set' : 'list', ['object', object]], computed: true };
  }
  return found;
}

function block(described, struct, lib, declared) {
  const attributes = {};
  const blocks = {};
  for (const [name, a] of Object.entries(described)) {
    const where = `${struct}.${name}`;
    const property = (declared[struct] ?? declared[`${struct}Config`])?.[camel(name)];
    if (!property) throw new Error(`${where}: no declaration`);
    const { optional, values } = property;
    if (!a.isBlock) {
      attributes[name] = { type: typeOf(a, where), [optional ? 'optional' : 'required']: true };
      if (values) attributes[name].enum = values;
      continue;
    }
    const many = 'many' in a.value;
    const inner = a.storageClassType.replace(/List$/, '');
    blocks[name] = {
      nesting_mode: a.type === 'struct' ? 'single' : a.type,
      ...(optional ? {} : { min_items: 1 }),
      ...(many || a.type === 'struct' ? {} : { max_items: 1 }),
      block: block(many ? a.value.many : a.value, inner, lib, declared),
    };
  }
  const owner = lib[`${struct}OutputReference`] ?? lib[struct];
  if (owner) Object.assign(attributes, computedOf(owner, described, lib));
  return { attributes: sorted(attributes), block_types: sorted(blocks) };
}

const sorted = (o) => Object.fromEntries(Object.entries(o).sort(([a], [b]) => (a < b ? -1 : 1)));

// readDeclarations tells, by interface and property, what the type declarations know and the code does not: which
// properties are optional, and the values that a comment lists as "Possible values: [...]".
function readDeclarations(folder) {
  const declared = {};
  for (const file of fs.readdirSync(folder, { recursive: true }).filter((f) => f.endsWith('.d.ts'))) {
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    for (const [, name, body] of text.matchAll(/export interface (\w+)[^{]*\{\n([\s\S]*?)\n\}/g)) {
      const properties = (declared[name] ??= {});
      for (const [, comment, property, optional] of body.matchAll(/(\/\*\*[\s\S]*?\*\/)\s*readonly (\w+)(\??):/g)) {
        const list = comment.match(/Possible values: (\["[^\]]*"\])/);
        properties[property.toLowerCase()] = { optional: optional === '?', values: list && JSON.parse(list[1]) };
      }
    }
  }
  return declared;
}

function readType(packageFolder, folder, require) {
  const lib = require(path.join(packageFolder, 'lib', folder));
  const main = Object.values(lib).find((c) => c.tfResourceType || /Provider$/.test(c.name ?? ''));
  const described = main.prototype.synthesizeHclAttributes.call(anything);
  const schema = block(described, main.name, lib, readDeclarations(path.join(packageFolder, 'lib', folder)));
  const a = schema.attributes;
  if (!main.tfResourceType) {
    delete a.alias; // Terraform's own
    delete a.id; // read through the resources' base class
  } else if (a.id) {
    a.id = { type: 'string', optional: true, computed: true };
  }
  Object.assign(a, added[main.tfResourceType]);
  for (const name of sensitive[main.tfResourceType] ?? []) a[name].sensitive = true;
  schema.attributes = sorted(a);
  return [main.tfResourceType, { version: 0, block: schema }];
}

const [modules, output] = process.argv.slice(2).map((p) => path.resolve(p));
const load = Module._load;
Module._load = (name, ...rest) => (name === 'cdktf' || name === 'constructs' ? standIn() : load(name, ...rest));
const require = createRequire(path.join(modules, 'package.json'));

for (const [name, { resources, version }] of Object.entries(wanted)) {
  const folder = path.join(modules, '@cdktf', `provider-${name}`);
  const lib = (f) => readType(folder, f, require);
  const schema = {
    version,
    provider: lib('provider')[1],
    resource_schemas: Object.fromEntries(resources.map(lib)),
  };
  const text = JSON.stringify(schema, null, 1).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, inner) => `[${inner.replace(/\s+/g, ' ')}]`);
  fs.writeFileSync(path.join(output, 'hashicorp', `${name}.json`), `${text}\n`);
  console.log(`${name} ${version}: ${resources.length} types, ${text.length} bytes`);
}
