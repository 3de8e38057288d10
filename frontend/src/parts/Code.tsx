import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useCodeTools, type Stretch } from "../foreign";
import { readable } from "../format";
import { shownOf, type Shown } from "../longText";

interface Props {
  text: string;
  /** Language id, for the highlighter. */
  language?: string;
  /** A line to mark, starting at 1, with a note. */
  mark?: { line: number; note: string } | null;
  /** Number of lines to show around the mark; default: all. */
  around?: number;
  /** For screen readers. */
  label?: string;
}

/** Longer texts get no element per line. */
const NUMBERED = 20_000;

/** Source text with line numbers. Plain until the highlighter is loaded, or if the text is too long for it. */
export function Code({ text, language = "", mark, around, label }: Props) {
  const [all, setAll] = useState(false);
  const box = useRef<HTMLPreElement>(null);
  const shown = useMemo(() => shownOf(text, all), [text, all]);
  const lines = useHighlighted(shown, language);
  const first = mark && around !== undefined ? Math.max(1, mark.line - around) : 1;
  const last = mark && around !== undefined ? mark.line + around : lines.length;
  useEffect(() => {
    if (mark && around === undefined) showMark(box.current);
  }, [mark?.line, lines]);
  if (text === "") return <p class="empty">Empty</p>;
  return (
    <div class="code-box">
      <pre class="code" tabIndex={0} ref={box} aria-label={label}><code>
        {lines.length > NUMBERED ? shown.lines.join("\n") : lines.slice(first - 1, last).map((line, place) => (
          <Line key={place} line={line} number={first + place} note={mark?.line === first + place ? mark.note : undefined} />
        ))}
      </code></pre>
      <Rest shown={shown} onAll={() => setAll(true)} />
    </div>
  );
}

function Line({ line, number, note }: { line: Stretch[]; number: number; note: string | undefined }) {
  return (
    <>
      <span class="code-line" data-number={number} data-marked={note === undefined ? undefined : "yes"}>
        {note !== undefined && <span class="unseen">Failed here: </span>}
        {line.map(({ text, kind }, place) => (kind ? <span key={place} class={`lit-${kind}`}>{text}</span> : text))}{"\n"}
      </span>
      {note && <span class="code-note">{readable(note)}</span>}
    </>
  );
}

/** What is omitted of a long text, and a button that shows it. */
export function Rest({ shown, onAll }: { shown: Shown; onAll: () => void }) {
  if (!shown.note) return null;
  return (
    <p class="rest">
      <span>Long text: {shown.note}.</span> <button type="button" class="link" onClick={onAll}>Show all</button>
    </p>
  );
}

/** Program output or a message, as plain text. */
export function Output({ text, label }: { text: string; label: string }) {
  const [all, setAll] = useState(false);
  const shown = useMemo(() => shownOf(text, all), [text, all]);
  return (
    <div class="code-box">
      <pre class="output" tabIndex={0} aria-label={label}>{shown.lines.join("\n")}</pre>
      <Rest shown={shown} onAll={() => setAll(true)} />
    </div>
  );
}

function useHighlighted(shown: Shown, language: string): Stretch[][] {
  const tools = useCodeTools();
  return useMemo(() => {
    const plain = () => shown.lines.map((text) => [{ text, kind: "" }]);
    return (shown.short && language ? tools?.highlight(shown.lines.join("\n"), language) : null) ?? plain();
  }, [shown, language, tools]);
}

/** Scrolls the marked line to the middle of its box, without scrolling the page. */
function showMark(box: HTMLElement | null): void {
  const line = box?.querySelector<HTMLElement>("[data-marked]");
  if (box && line) box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 2;
}
