import { readable } from "../format";

interface Props {
  text: string;
  /** Language id, for the highlighter. */
  language?: string;
  /** A line to mark, counted from 1, and what is said about it. */
  mark?: { line: number; note: string } | null;
}

/** Source text with line numbers. */
export function Code({ text, mark }: Props) {
  const lines = readable(text.replace(/\n$/, "")).split("\n");
  return (
    <pre class="code" tabIndex={0}><code>{lines.map((line, index) => (
      <span key={index} class="code-line" data-number={index + 1}
        data-marked={mark?.line === index + 1 ? "yes" : undefined}>{line}{"\n"}</span>
    ))}</code></pre>
  );
}
