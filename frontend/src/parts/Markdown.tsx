import { readable } from "../format";

/** Markdown that somebody else wrote. */
export function Markdown({ text }: { text: string }) {
  return <div class="markdown plain">{readable(text)}</div>;
}
