// Makes program output safe and fast to display, and formats numbers.

const SHOWN_CHARACTERS = 120_000;
const SHOWN_LINES = 3_000;
const LINE_CHARACTERS = 4_000;

const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;

// Drops terminal escape sequences; other control characters become visible symbols.
export function readable(text) {
  return text
    .replaceAll("\r\n", "\n")
    .replace(ESCAPES, "")
    .replace(CONTROLS, (c) => (c === "\x7f" ? "\u2421" : String.fromCharCode(0x2400 + c.charCodeAt(0))));
}

// Limits characters, lines and line length, so that the page renders quickly.
export function shorten(text) {
  let kept = text.length > SHOWN_CHARACTERS ? text.slice(0, SHOWN_CHARACTERS) : text;
  kept = readable(kept);
  const lines = kept.split("\n");
  let cutLines = 0;
  const shown = lines.slice(0, SHOWN_LINES).map((line) => {
    if (line.length <= LINE_CHARACTERS) return line;
    cutLines += 1;
    return `${line.slice(0, LINE_CHARACTERS)}…`;
  });
  const notes = [];
  if (cutLines) notes.push(`${cutLines === 1 ? "one line is" : `${cutLines} lines are`} cut at ${count(LINE_CHARACTERS)} characters`);
  if (lines.length > SHOWN_LINES) notes.push(`only the first ${count(SHOWN_LINES)} lines are shown`);
  else if (text.length > SHOWN_CHARACTERS) notes.push(`only the first ${count(SHOWN_CHARACTERS)} characters are shown`);
  return { text: shown.join("\n"), notes };
}

export const count = (number) => number.toLocaleString("en-GB");

export function seconds(value) {
  if (value === undefined || value === null) return "–";
  if (value < 0.0995) return `${(value * 1000).toFixed(value < 0.00995 ? 1 : 0)} ms`;
  return value < 10 ? `${value.toFixed(2)} s` : `${value.toFixed(1)} s`;
}

export function bytes(value) {
  if (value === undefined || value === null) return "–";
  if (value < 1024) return `${value} B`;
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let size = value / 1024;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) { size /= 1024; unit += 1; }
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`;
}
