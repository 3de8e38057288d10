// The problems that a model solved, and its spending.

import type { Model, ModelDetails } from "../../types";

/** Solved in the first turn of any sample, or in a later turn of the first sample. */
export function solved(model: Model, details: ModelDetails, problem: number): boolean {
  return (model.passed[problem] ?? 0) > 0 || details.verdicts[details.verdict[problem] ?? -1] === "passed";
}

export interface Spend {
  total: number;
  solved: number;
}

/** Spending on problems with a verdict and known spending, and the number of those that were solved. */
export function spend(model: Model, details: ModelDetails, spent: number[], places: number[]): Spend {
  const known = places.filter((place) => (spent[place] ?? -1) >= 0 && (model.scored[place] ?? 0) > 0);
  return {
    total: known.reduce((total, place) => total + spent[place]!, 0),
    solved: known.filter((place) => solved(model, details, place)).length,
  };
}

/** Whether a list has any known value. */
export function known(values: number[] | undefined): values is number[] {
  return values?.some((value) => value >= 0) ?? false;
}

export interface Step {
  spent: number;
  solved: number;
}

/** Solved problems by cumulative spending, cheapest problems first. */
export function accumulated(model: Model, details: ModelDetails, spent: number[], places: number[]): Step[] {
  const ordered = places.filter((place) => (spent[place] ?? -1) >= 0).sort((a, b) => spent[a]! - spent[b]!);
  const steps: Step[] = [{ spent: 0, solved: 0 }];
  for (const place of ordered) {
    const last = steps.at(-1)!;
    steps.push({ spent: last.spent + spent[place]!, solved: last.solved + (solved(model, details, place) ? 1 : 0) });
  }
  return steps;
}
