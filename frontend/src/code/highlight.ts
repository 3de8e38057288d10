// Highlighting with highlight.js, from its token tree instead of its HTML.

import hljs from "highlight.js/lib/core";
import type { Stretch } from "../foreign";
import { GRAMMARS, NAMES } from "./grammars";

interface Tree {
  scope?: string;
  children: (Tree | string)[];
}

// Some grammars scan from every word to the end of the following words: without punctuation among them, a text of 100 kB
// would block the page for half a minute.
const MOST_WORDS = 2000;
const SIGN = /[^\p{L}\p{N}_\s]/u;

for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar);

export function highlight(text: string, language: string): Stretch[][] | null {
  const name = NAMES.get(language.toLowerCase()) ?? language.toLowerCase();
  if (!hljs.getLanguage(name) || text.split(SIGN).some((words) => words.length > MOST_WORDS)) return null;
  const result = hljs.highlight(text, { language: name, ignoreIllegals: true });
  const tree = (result._emitter as unknown as { root?: Tree }).root;
  if (result.errorRaised || !tree) return null;
  const lines: Stretch[][] = [[]];
  collect(tree, "", lines);
  return lines;
}

function collect(tree: Tree, outer: string, lines: Stretch[][]): void {
  const scope = tree.scope?.split(".")[0] ?? "";
  // The root of an embedded language has its name as scope.
  const kind = scope === "" || scope.startsWith("language:") ? outer : scope;
  for (const child of tree.children) {
    if (typeof child === "string") add(child, kind, lines);
    else collect(child, kind, lines);
  }
}

function add(text: string, kind: string, lines: Stretch[][]): void {
  text.split("\n").forEach((part, place) => {
    if (place > 0) lines.push([]);
    if (part) lines[lines.length - 1]!.push({ text: part, kind });
  });
}
