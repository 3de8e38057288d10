// The seam to code.js: highlighter, Markdown and diff are a bundle of their own, which is loaded when a page shows code.
// What comes over it are pieces of text with a kind, never markup: Preact makes text nodes of them, so nothing that a
// model or a program wrote can become an element.

import { useEffect, useState } from "preact/hooks";
import { runScript } from "./data";

/** A stretch of one line, and what the highlighter takes it for; an empty kind is plain text. */
export interface Stretch {
  text: string;
  kind: string;
}

/** A part of a rendered Markdown text. */
export type Node =
  | { is: "text"; text: string }
  | { is: "element"; tag: string; children: Node[]; start?: number; align?: string }
  | { is: "link"; address: string; children: Node[] }
  | { is: "code"; text: string; language: string };

/** A line of a diff: on both sides, or only before or after. */
export interface Change {
  sign: " " | "+" | "-";
  text: string;
  /** Its number before; 0 where it is only after. */
  before: number;
  after: number;
}

export interface CodeTools {
  /** The lines of a source text; null where the language is not known or the text cannot be read. */
  highlight: (text: string, language: string) => Stretch[][] | null;
  markdown: (text: string) => Node[];
  /** null where the texts differ too much to be compared in reasonable time. */
  diff: (before: string, after: string) => Change[] | null;
}

declare global {
  var benchwrightCode: CodeTools | undefined;
}

let asked: Promise<void> | undefined;

/** The tools, once they are there; until then text is shown plain. */
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
