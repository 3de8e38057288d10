// Builds the explorer: TypeScript sources and their libraries become a few plain scripts that open from disk.
// Classic scripts, because browsers do not load modules from file:. The licences of bundled packages are written next to them.

import { build } from "esbuild";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const target = path.join(here, "../src/benchwright/report/site/assets");
const made = `${target}.new`;
const entries = [
  ["explorer", "src/explorer.tsx"],
  ["explorer", "src/style.css"],
  ["groups", "src/groups.tsx"],
  ["code", "src/code.ts"],
  ["review", "src/review.tsx"],
];

async function bundle(name, file) {
  const result = await build({
    entryPoints: { [name]: path.join(here, file) },
    outdir: made,
    bundle: true,
    format: "iife",
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    metafile: true,
    logLevel: "warning",
  });
  return Object.keys(result.metafile.inputs);
}

function packageOf(input) {
  const found = input.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/);
  return found ? path.join(here, found[0].slice(found[0].indexOf("node_modules"))) : null;
}

async function licence(folder) {
  const about = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  const text = file ? await readFile(path.join(folder, file), "utf8") : `${about.license}\n`;
  return `${about.name} ${about.version} (${about.license})\n\n${text.trim()}\n`;
}

await rm(made, { recursive: true, force: true });
await mkdir(made, { recursive: true });
const inputs = new Set();
for (const [name, file] of entries) {
  if (existsSync(path.join(here, file))) for (const input of await bundle(name, file)) inputs.add(input);
}
const packages = [...new Set([...inputs].map(packageOf).filter(Boolean))].sort();
const texts = await Promise.all(packages.map(licence));
await writeFile(path.join(made, "LICENCES.txt"), texts.join(`\n${"-".repeat(80)}\n\n`));
await writeFile(path.join(made, "icon.svg"), await readFile(path.join(here, "../src/benchwright/server/page/icon.svg")));
await rm(target, { recursive: true, force: true });
await rename(made, target);
