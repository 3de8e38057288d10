// Long texts are shown in part: a browser lays out a line of a megabyte for seconds.

import { count, readable } from "./format";

const HIGHLIGHTED = 100_000;
const LINE = 2_000;
const LINES = 2_000;

export interface Shown {
  lines: string[];
  /** What is missing; empty where all is shown. */
  note: string;
  /** Whether it is short enough for highlighter and Markdown. */
  short: boolean;
}

/** The lines of a foreign text, made readable; all of it only where a person asked. */
export function shownOf(text: string, all: boolean): Shown {
  const whole = readable(text).replace(/\n$/, "").split("\n");
  const long = whole.filter((line) => line.length > LINE).length;
  const short = text.length <= HIGHLIGHTED && long === 0 && whole.length <= LINES;
  if (short || all) return { lines: whole, note: "", short };
  const lines = whole.slice(0, LINES).map((line) => (line.length > LINE ? `${line.slice(0, LINE)} …` : line));
  const notes = [
    whole.length > LINES ? `the first ${count(LINES)} of ${count(whole.length)} lines are shown` : "",
    long ? `${count(long)} long ${long === 1 ? "line is" : "lines are"} cut at ${count(LINE)} characters` : "",
  ].filter(Boolean);
  return { lines, note: notes.join("; "), short };
}
