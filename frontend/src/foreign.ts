// The interface to code.js, a separate bundle for highlighting, Markdown and diffs that is loaded when a page shows code.
// It returns pieces of text with a kind, never markup. Preact turns them into text nodes, so nothing that a model or a
// program wrote can become an element.

import { useEffect, useState } from "preact/hooks";
import { runScript } from "./data";

/** Part of a line, with its kind from the highlighter; an empty kind is plain text. */
export interface Stretch {
  text: string;
  kind: string;
}

/** Part of a rendered Markdown text. */
export type Node =
  | { is: "text"; text: string }
  | { is: "element"; tag: string; children: Node[]; start?: number; align?: string }
  | { is: "link"; address: string; children: Node[] }
  | { is: "code"; text: string; language: string };

/** A line of a diff: in both texts, or only before or after. */
export interface Change {
  sign: " " | "+" | "-";
  text: string;
  /** Its line number before; 0 if it is only after. */
  before: number;
  after: number;
}

export interface CodeTools {
  /** The lines of a source text; null if the language is unknown or the text cannot be parsed. */
  highlight: (text: string, language: string) => Stretch[][] | null;
  markdown: (text: string) => Node[];
  /** Null if the texts differ too much to be compared in reasonable time. */
  diff: (before: string, after: string) => Change[] | null;
}

declare global {
  var benchwrightCode: CodeTools | undefined;
}

let asked: Promise<void> | undefined;

/** The tools, once loaded; until then text is shown plain. */
export function useCodeTools(): CodeTools | null {
  const [tools, setTools] = useState<CodeTools | null>(globalThis.benchwrightCode ?? null);
  useEffect(() => {
    if (tools) return undefined;
    let wanted = true;
    asked ??= runScript("assets/code.js");
    asked.then(() => wanted && setTools(globalThis.benchwrightCode ?? null), () => undefined);
    return () => { wanted = false; };
  }, []);
  return tools;
}
