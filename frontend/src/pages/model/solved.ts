// Which problems a model solved, and what it spent.

import type { Model, ModelDetails } from "../../types";

/** Solved by any sample's first turn, or by the first sample in a later one. */
export function solved(model: Model, details: ModelDetails, problem: number): boolean {
  return (model.passed[problem] ?? 0) > 0 || details.verdicts[details.verdict[problem] ?? -1] === "passed";
}

export interface Spend {
  total: number;
  solved: number;
}

/** What was spent on the problems of which it is known and that have a verdict, and how many of those were solved. */
export function spend(model: Model, details: ModelDetails, spent: number[], places: number[]): Spend {
  const known = places.filter((place) => (spent[place] ?? -1) >= 0 && (model.scored[place] ?? 0) > 0);
  return {
    total: known.reduce((total, place) => total + spent[place]!, 0),
    solved: known.filter((place) => solved(model, details, place)).length,
  };
}

/** Whether anything but "unknown" is in a list. */
export function known(values: number[] | undefined): values is number[] {
  return values?.some((value) => value >= 0) ?? false;
}

export interface Step {
  spent: number;
  solved: number;
}

/** Solved problems as the spending grows, the cheapest problems first. */
export function accumulated(model: Model, details: ModelDetails, spent: number[], places: number[]): Step[] {
  const ordered = places.filter((place) => (spent[place] ?? -1) >= 0).sort((a, b) => spent[a]! - spent[b]!);
  const steps: Step[] = [{ spent: 0, solved: 0 }];
  for (const place of ordered) {
    const last = steps.at(-1)!;
    steps.push({ spent: last.spent + spent[place]!, solved: last.solved + (solved(model, details, place) ? 1 : 0) });
  }
  return steps;
}
