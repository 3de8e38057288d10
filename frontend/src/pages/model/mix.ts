// Counts answers by verdict.

import type { Selection } from "../../filters";
import type { ModelDetails } from "../../types";

export interface Share {
  /** A verdict, or the state of answers without one. */
  name: string;
  answers: number;
}

const STATES = ["unscored", "defect", "unanswered"];

/** Answers by verdict and state: all first answers, or with filters the first sample of each selected problem. */
export function mixOf(details: ModelDetails, selection: Selection): Share[] {
  const counts = selection.active ? countedMix(details, selection.chosen) : measuredMix(details);
  const shares = [...counts].map(([name, answers]) => ({ name, answers })).filter((share) => share.answers > 0);
  return shares.sort((a, b) => rank(a.name) - rank(b.name) || b.answers - a.answers);
}

/** Passed first, states last. */
function rank(name: string): number {
  return name === "passed" ? 0 : STATES.includes(name) ? 2 : 1;
}

/** The metric has verdicts as shares of scored answers and states as shares of all answers; n is that number. */
function measuredMix(details: ModelDetails): Map<string, number> {
  const entries = Object.entries(details.metrics.verdict_mix ?? {}).filter(([name]) => name !== "scored");
  return new Map(entries.map(([name, { value, n }]) => [name, Math.round(value * n)]));
}

function countedMix(details: ModelDetails, chosen: number[]): Map<string, number> {
  return tally(chosen.map((problem) => details.verdicts[details.verdict[problem] ?? -1]));
}

/** How often each name occurs; unknown ones are ignored. */
export function tally(names: (string | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
