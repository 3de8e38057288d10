// Formats numbers and words for display.

import type { Estimate } from "./types";

export const NONE = "–";

export function percent(value: number | null | undefined, digits = 1): string {
  return value === null || value === undefined ? NONE : `${(100 * value).toFixed(digits)}`;
}

/** A difference in percentage points, such as `+4.2` or `−1.0`. */
export function points(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  const text = percent(Math.abs(value));
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

/** Such as `41.2 % (38.0 to 44.4)`. */
export function estimateText(estimate: Estimate | null | undefined): string {
  if (!estimate) return NONE;
  const { low, high } = estimate;
  return low === null || high === null
    ? `${percent(estimate.value)} %`
    : `${percent(estimate.value)} % (${percent(low)} to ${percent(high)})`;
}

export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? NONE : value.toLocaleString("en-GB");
}

/** Such as `1.2M`; the British locale would give a lower-case m. */
export function short(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  return Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 }).format(value);
}

export function dollars(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  if (value === 0) return "$0";
  return value >= 100 ? `$${value.toFixed(0)}` : value >= 0.1 ? `$${value.toFixed(2)}` : `$${value.toPrecision(2)}`;
}

export function seconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  if (value < 0.0995) return `${(value * 1000).toFixed(value < 0.00995 ? 1 : 0)} ms`;
  if (value < 120) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  return value < 7200 ? `${(value / 60).toFixed(0)} min` : `${(value / 3600).toFixed(1)} h`;
}

export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let size = value;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) { size /= 1024; unit += 1; }
  return `${size.toFixed(unit && size < 10 ? 1 : 0)} ${units[unit]}`;
}

/** Such as `1 problem` or `3 problems`. */
export const plural = (number: number, word: string): string => `${count(number)} ${word}${number === 1 ? "" : "s"}`;

/** Formats p as papers do. */
export function pValue(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}

/** `wrong_answer` → `wrong answer`. */
export const words = (name: string): string => name.replaceAll("_", " ");

const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;
// Direction marks, zero-width characters, unusual line separators, and lone surrogates.
const HIDDEN =
  /[\x80-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Makes untrusted text safe to show: no terminal escapes, visible control characters, visible hidden and bidi characters. */
export function readable(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(ESCAPES, "")
    .replace(CONTROLS, (c) => (c === "\x7f" ? "\u2421" : String.fromCharCode(0x2400 + c.charCodeAt(0))))
    .replace(HIDDEN, (c) => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}
