// Sorts numbers into ranges, for charts and their tables.

export interface Range {
  from: number;
  to: number;
  count: number;
  /** Whether it includes everything above `from`. */
  open: boolean;
}

const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000];

/** Ranges with a round width, about twenty at most; the last one includes a long tail. */
export function ranges(values: number[]): Range[] {
  if (values.length === 0) return [];
  const sorted = [...values].sort((one, other) => one - other);
  const most = sorted[sorted.length - 1] ?? 0;
  const usual = sorted[Math.floor(0.98 * (sorted.length - 1))] ?? most;
  const step = STEPS.find((each) => usual / each <= 18) ?? 20_000;
  const last = Math.floor(usual / step) * step;
  const made: Range[] = [];
  for (let from = 0; from <= last; from += step) made.push({ from, to: from + step, count: 0, open: false });
  for (const value of values) {
    const range = made[Math.min(made.length - 1, Math.floor(value / step))];
    if (range) range.count += 1;
  }
  const end = made[made.length - 1];
  if (end && most >= end.to) end.open = true;
  return made;
}

/** Ranges of equal width; the upper end belongs to the last. */
export function evenly(values: number[], low: number, high: number, parts: number): Range[] {
  const width = (high - low) / parts;
  const made = Array.from({ length: parts }, (_, place): Range => (
    { from: low + place * width, to: low + (place + 1) * width, count: 0, open: false }
  ));
  for (const value of values) {
    // Add a little, so that 0.3 / 0.1 is in the range that starts at 0.3.
    const place = Math.floor((value - low) / width + 1e-9);
    const range = made[Math.max(0, Math.min(parts - 1, place))];
    if (range) range.count += 1;
  }
  return made;
}

export function median(values: number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  if (sorted.length === 0) return null;
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
