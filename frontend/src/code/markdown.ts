// Markdown with markdown-it, from its tokens instead of its HTML. HTML stays text, and images are named, not loaded.

import MarkdownIt, { type Token } from "markdown-it";
import type { Node } from "../foreign";

const parser = new MarkdownIt({ html: false, linkify: false });
// Links are checked below, where they are created.
parser.validateLink = () => true;

const FOLLOWED = /^(?:https?:\/\/|mailto:)/i;
const TAGS = new Set([
  "p", "ul", "ol", "li", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "em", "strong", "s", "hr", "br", "h3", "h4",
  "h5", "h6",
]);

interface Open {
  children: Node[];
}

export function markdown(text: string): Node[] {
  return nodes(parser.parse(text, {}));
}

function nodes(tokens: Token[]): Node[] {
  const root: Open = { children: [] };
  const stack: Open[] = [root];
  for (const token of tokens) {
    const top = stack[stack.length - 1]!;
    if (token.nesting < 0) {
      if (stack.length > 1) stack.pop();
    } else if (token.nesting > 0) {
      const made = opened(token);
      stack.push(made);
      // Paragraphs of a tight list are hidden: their contents belong to the list item.
      if (token.hidden) made.children = top.children;
      else top.children.push(...wrapped(made));
    } else {
      top.children.push(...leaves(token));
    }
  }
  return root.children;
}

function opened(token: Token): Node & Open {
  if (token.tag === "a") return { is: "link", address: token.attrGet("href") ?? "", children: [] };
  const start = Number(token.attrGet("start") ?? NaN);
  const align = /text-align:(left|right|center)/.exec(token.attrGet("style") ?? "")?.[1];
  return {
    is: "element", tag: tagOf(token), children: [],
    ...(Number.isInteger(start) ? { start } : {}), ...(align ? { align } : {}),
  };
}

/** An unsafe link becomes its text and its URL. */
function wrapped(node: Node & Open): Node[] {
  if (node.is !== "link" || FOLLOWED.test(node.address)) return [node];
  return [{ is: "element", tag: "span", children: node.children }, said(` (${node.address})`)];
}

function tagOf(token: Token): string {
  // h1 and h2 are reserved for the page.
  const tag = /^h[1-6]$/.test(token.tag) ? `h${Math.min(6, Number(token.tag[1]) + 2)}` : token.tag;
  return TAGS.has(tag) ? tag : "span";
}

function leaves(token: Token): Node[] {
  if (token.type === "inline") return nodes(token.children ?? []);
  if (token.type === "fence" || token.type === "code_block") {
    return [{ is: "code", text: token.content, language: token.info.trim().split(/\s+/)[0] ?? "" }];
  }
  if (token.type === "code_inline") return [{ is: "element", tag: "code", children: [said(token.content)] }];
  if (token.type === "image") return [said(`[image: ${token.content || "no description"}, ${token.attrGet("src") ?? ""}]`)];
  if (token.type === "softbreak") return [said("\n")];
  if (token.tag === "hr" || token.tag === "br") return [{ is: "element", tag: token.tag, children: [] }];
  return [said(token.content)];
}

const said = (text: string): Node => ({ is: "text", text });
