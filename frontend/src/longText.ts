// Shortens long texts: laying out a line of a megabyte takes a browser seconds.

import { count, readable } from "./format";

const HIGHLIGHTED = 100_000;
const LINE = 2_000;
const LINES = 2_000;

export interface Shown {
  lines: string[];
  /** What is omitted; empty if everything is shown. */
  note: string;
  /** Whether it is short enough for highlighting and Markdown. */
  short: boolean;
}

/** The lines of an untrusted text, made readable; all of them only on request. */
export function shownOf(text: string, all: boolean): Shown {
  const whole = readable(text).replace(/\n$/, "").split("\n");
  const long = whole.filter((line) => line.length > LINE).length;
  const short = text.length <= HIGHLIGHTED && long === 0 && whole.length <= LINES;
  if (short || all) return { lines: whole, note: "", short };
  const lines = whole.slice(0, LINES).map((line) => (line.length > LINE ? `${line.slice(0, LINE)} …` : line));
  const notes = [
    whole.length > LINES ? `showing the first ${count(LINES)} of ${count(whole.length)} lines` : "",
    long ? `${count(long)} long ${long === 1 ? "line is" : "lines are"} cut at ${count(LINE)} characters` : "",
  ].filter(Boolean);
  return { lines, note: notes.join("; "), short };
}
