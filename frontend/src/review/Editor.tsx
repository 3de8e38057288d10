import { useEffect, useRef } from "preact/hooks";

interface Props {
  id: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Called by Ctrl+Enter. */
  onRun?: () => void;
  /** A line to mark, starting at 1. */
  mark?: number | null;
  rows?: number;
  /** The line to scroll to initially. */
  start?: number;
}

const INDENT = "    ";

/** A text area with line numbers and indentation. Esc, then Tab, leaves it. */
export function Editor({ id, label, value, onChange, onRun, mark, rows = 16, start = 1 }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const leaving = useRef(false);
  const lines = value.split("\n").length;
  const follow = () => { if (area.current && gutter.current) gutter.current.scrollTop = area.current.scrollTop; };
  useEffect(follow, [lines]);
  useEffect(() => {
    if (area.current && start > rows / 2) area.current.scrollTop = (start - rows / 2) * lineHeight(area.current);
  }, []);
  const key = (event: KeyboardEvent) => {
    if (!area.current) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onRun?.();
    } else if (event.key === "Escape") {
      leaving.current = true;
      return;
    } else if (event.key === "Tab" && !leaving.current && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      if (event.shiftKey) outdent(area.current);
      else indent(area.current);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      type(area.current, `\n${lineStart(area.current).match(/^[ \t]*/)?.[0] ?? ""}`);
    }
    if (event.key !== "Shift" && event.key !== "Tab") leaving.current = false;
  };
  return (
    <div class="editor">
      <div class="gutter" ref={gutter} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          <span key={index} data-marked={mark === index + 1 ? "yes" : undefined}>{index + 1}</span>
        ))}
      </div>
      <textarea id={id} ref={area} aria-label={label} value={value} rows={rows} wrap="off" spellcheck={false}
        autocapitalize="off" autocomplete="off" onScroll={follow} onKeyDown={key}
        onBlur={() => { leaving.current = false; }}
        onInput={(event) => onChange(event.currentTarget.value)} />
    </div>
  );
}

function lineHeight(area: HTMLTextAreaElement): number {
  return parseFloat(getComputedStyle(area).lineHeight);
}

function lineStart(area: HTMLTextAreaElement): string {
  const before = area.value.slice(0, area.selectionStart);
  return before.slice(before.lastIndexOf("\n") + 1);
}

function indent(area: HTMLTextAreaElement): void {
  const { selectionStart: start, selectionEnd: end, value } = area;
  if (!value.slice(start, end).includes("\n")) type(area, INDENT);
  else changeLines(area, (line) => (line ? INDENT + line : line));
}

function outdent(area: HTMLTextAreaElement): void {
  changeLines(area, (line) => (line.startsWith("\t") ? line.slice(1) : line.replace(/^ {1,4}/, "")));
}

function changeLines(area: HTMLTextAreaElement, change: (line: string) => string): void {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const from = value.lastIndexOf("\n", start - 1) + 1;
  const until = value.indexOf("\n", Math.max(end - 1, from));
  const to = until === -1 ? value.length : until;
  const text = value.slice(from, to).split("\n").map(change).join("\n");
  const several = value.slice(start, end).includes("\n");
  area.setSelectionRange(from, to);
  type(area, text);
  const moved = text.length - (to - from);
  if (several) area.setSelectionRange(from, from + text.length);
  else area.setSelectionRange(Math.max(from, start + moved), Math.max(from, end + moved));
}

/** Inserts text as typing does, so that undo works. */
function type(area: HTMLTextAreaElement, text: string): void {
  const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
  if (done) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
