// Line diffs.

import { diffLines } from "diff";
import type { Change } from "../foreign";

const TIMEOUT_MS = 500;

export function diff(before: string, after: string): Change[] | null {
  const parts = diffLines(ended(before), ended(after), { timeout: TIMEOUT_MS });
  if (!parts) return null;
  const changes: Change[] = [];
  let [old, now] = [0, 0];
  for (const part of parts) {
    for (const text of part.value.replace(/\n$/, "").split("\n")) {
      if (!part.added) old += 1;
      if (!part.removed) now += 1;
      changes.push({
        sign: part.added ? "+" : part.removed ? "-" : " ", text, before: part.added ? 0 : old, after: part.removed ? 0 : now,
      });
    }
  }
  return changes;
}

/** Ignores a missing newline at the end of either text. */
const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
