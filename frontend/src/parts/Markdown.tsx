import { Fragment, h, type VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useCodeTools, type Node } from "../foreign";
import { readable } from "../format";
import { shownOf } from "../longText";
import { Code, Rest } from "./Code";

/** Untrusted Markdown: no HTML, no images, and links that show their target. */
export function Markdown({ text }: { text: string }) {
  const tools = useCodeTools();
  const [all, setAll] = useState(false);
  const shown = useMemo(() => shownOf(text, all), [text, all]);
  const nodes = useMemo(() => (shown.short ? tools?.markdown(readable(text)) : null), [shown, tools]);
  if (nodes) return <div class="markdown">{nodes.map(made)}</div>;
  return (
    <div class="code-box">
      <div class="markdown plain">{shown.lines.join("\n")}</div>
      <Rest shown={shown} onAll={() => setAll(true)} />
    </div>
  );
}

function made(node: Node, key: number): VNode {
  if (node.is === "text") return <Fragment key={key}>{node.text}</Fragment>;
  if (node.is === "code") return <Code key={key} text={node.text} language={node.language} />;
  const children = node.children.map(made);
  if (node.is === "link") return <Link key={key} address={node.address}>{children}</Link>;
  const props = { key, ...(node.start === undefined ? {} : { start: node.start }), ...(node.align ? { "data-align": node.align } : {}) };
  const element = h(node.tag, props, children.length ? children : undefined) as VNode;
  return node.tag === "table" ? <div key={key} class="table-box" tabIndex={0}>{element}</div> : element;
}

function Link({ address, children }: { address: string; children: VNode[] }) {
  return (
    <>
      <a href={address} rel="noreferrer noopener" target="_blank">{children}</a> <small class="address">({address})</small>
    </>
  );
}
