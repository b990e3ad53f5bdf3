// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Makes the bundle: node build.mjs [FOLDER]. The same sources and package-lock.json make the same bytes.
import { build } from "esbuild";
import { cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";

const here = import.meta.dirname;
const out = process.argv[2] ?? path.join(here, "../bundle");

const result = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.ts", style: "src/style/index.css" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome123", "firefox121", "safari17.5"],
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
await mkdir(out, { recursive: true });
for (const file of ["index.html", "icon.svg"]) {
  await cp(path.join(here, "src", file), path.join(out, file));
}

// The licenses of everything that is in the bundle.
const packages = new Set();
for (const input of Object.keys(result.metafile.inputs)) {
  const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
  if (match) packages.add(match[1]);
}
const texts = [];
for (const name of [...packages].sort()) {
  const folder = path.join(here, "node_modules", name);
  const { version } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  texts.push(`${name} ${version}\n\n${(await readFile(path.join(folder, license), "utf8")).trim()}\n`);
}
await writeFile(path.join(out, "LICENSES.txt"), texts.join("\n" + "-".repeat(80) + "\n\n"));
