// The arithmetic of pass@k, as in benchwright.metrics, for filtered problems.

import type { Estimate } from "./types";

/** Probability that at least one of k answers passes, given n answers of which c pass (Chen et al. 2021). */
export function passAtK(n: number, c: number, k: number): number {
  if (n - c < k) return 1;
  let missed = 1;
  for (let i = n - c + 1; i <= n; i += 1) missed *= 1 - k / i;
  return 1 - missed;
}

/** How the intervals on this page are computed, for display. */
export const INTERVAL_METHOD = "Wilson’s method if each problem is either solved or not, else the normal approximation";

const Z = 1.96;

/** Mean over problems with its 95 % interval: Wilson's if every value is 0 or 1, else the normal approximation, which
 * gives none if all values are equal. Null if there are no values. Differences may be as low as -1. */
export function mean(values: number[], least = 0): Estimate | null {
  const n = values.length;
  if (n === 0) return null;
  const value = sum(values) / n;
  if (n < 2) return { value, low: null, high: null, n };
  if (least === 0 && values.every((each) => each === 0 || each === 1)) return wilson(value, n);
  const spread = Math.sqrt(sum(values.map((each) => (each - value) ** 2)) / (n - 1) / n);
  if (spread === 0) return { value, low: null, high: null, n };
  return { value, low: Math.max(least, value - Z * spread), high: Math.min(1, value + Z * spread), n };
}

/** Replaces an interval without width, which the bootstrap gives if all problems have the same result: by Wilson's if
 * all or none are solved, else by none. */
export function widened(estimate: Estimate): Estimate {
  const { value, low, high, n } = estimate;
  if (low === null || low !== high) return estimate;
  return value === 0 || value === 1 ? wilson(value, n) : { value, low: null, high: null, n };
}

/** Interval for a share of n (Wilson 1927), which has a width even if none or all pass. */
function wilson(value: number, n: number): Estimate {
  const middle = (value + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((value * (1 - value)) / n + Z ** 2 / (4 * n ** 2));
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half), n };
}

/** pass@k over the problems at these indexes; problems with fewer than k scored answers do not count. */
export function passRate(scored: number[], passed: number[], places: number[], k = 1): Estimate | null {
  const values: number[] = [];
  for (const place of places) {
    const n = scored[place] ?? 0;
    if (n >= k) values.push(passAtK(n, passed[place] ?? 0, k));
  }
  return mean(values);
}

/** Per problem: scored answers, and those that passed. */
export interface Tallies {
  scored: number[];
  passed: number[];
}

/** Two models on the problems that both have scored answers to, as in `benchwright compare`. */
export interface Compared {
  /** Indexes of those problems. */
  common: number[];
  /** Number of problems that only one of them has. */
  leftOut: number;
  first: Estimate | null;
  second: Estimate | null;
  /** pass@1 of the first minus the second, with the interval of paired differences. */
  difference: Estimate | null;
  /** Problems on which the first passes a larger share of its samples, both the same share, the second a larger one. */
  wins: number;
  ties: number;
  losses: number;
}

export function compared(first: Tallies, second: Tallies, places: number[]): Compared {
  const common = places.filter((place) => first.scored[place] && second.scored[place]);
  const either = places.filter((place) => first.scored[place] || second.scored[place]);
  const firstRates = common.map((place) => first.passed[place]! / first.scored[place]!);
  const secondRates = common.map((place) => second.passed[place]! / second.scored[place]!);
  const differences = firstRates.map((rate, i) => rate - secondRates[i]!);
  return {
    common,
    leftOut: either.length - common.length,
    first: mean(firstRates),
    second: mean(secondRates),
    difference: mean(differences, -1),
    wins: differences.filter((each) => each > 0).length,
    ties: differences.filter((each) => each === 0).length,
    losses: differences.filter((each) => each < 0).length,
  };
}

export interface Paired {
  onlyFirst: number;
  onlySecond: number;
  both: number;
  neither: number;
  /** McNemar's mid-p, two-sided. */
  p: number;
}

/** Compares one answer per problem of two models, over the problems that both have (McNemar 1947). */
export function paired(first: number[], second: number[], places: number[]): Paired {
  const counts = { onlyFirst: 0, onlySecond: 0, both: 0, neither: 0 };
  for (const place of places) {
    const one = first[place] ?? -1;
    const other = second[place] ?? -1;
    if (one < 0 || other < 0) continue;
    if (one && other) counts.both += 1;
    else if (one) counts.onlyFirst += 1;
    else if (other) counts.onlySecond += 1;
    else counts.neither += 1;
  }
  return { ...counts, p: midP(counts.onlyFirst, counts.onlySecond) };
}

/** Two-sided mid-p for these numbers of heads and tails of a fair coin. */
export function midP(one: number, other: number): number {
  const n = one + other;
  const fewer = Math.min(one, other);
  let tail = 0;
  let last = 0;
  for (let i = 0; i <= fewer; i += 1) {
    last = Math.exp(logChoose(n, i) - n * Math.LN2);
    tail += last;
  }
  return Math.min(1, 2 * tail - last);
}

function logChoose(n: number, k: number): number {
  let total = 0;
  for (let i = 1; i <= k; i += 1) total += Math.log((n - k + i) / i);
  return total;
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
