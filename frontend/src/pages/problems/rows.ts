// The rows of the list of problems.

import type { Selection } from "../../filters";
import type { Model, Site } from "../../types";

export const SOLVED = ["nobody", "some", "everybody"] as const;
export const SOLVED_NAMES: Record<(typeof SOLVED)[number], string> = { nobody: "no model", some: "some models", everybody: "all models" };

export interface Row {
  /** Index in `Problems.ids`. */
  place: number;
  id: string;
  /** Mean pass rate of the models with a scored answer; null if there is none. */
  share: number | null;
  /** nobody, some or everybody; empty without a scored answer. */
  solved: string;
}

/** Every problem, in benchmark order. */
export function rowsOf(site: Site): Row[] {
  return site.problems.ids.map((id, place) => {
    const rates = site.models.flatMap((model) => rateOf(model, place) ?? []);
    const share = rates.length ? rates.reduce((total, rate) => total + rate, 0) / rates.length : null;
    const solved = share === null ? "" : share === 0 ? "nobody" : rates.every((rate) => rate === 1) ? "everybody" : "some";
    return { place, id, share, solved };
  });
}

/** The share of a model's scored answers that passed. */
export function rateOf(model: Model, place: number): number | null {
  const scored = model.scored[place] ?? 0;
  return scored > 0 ? (model.passed[place] ?? 0) / scored : null;
}

/** Rows that match the filters, the solvers, and every search word in id or title. */
export function chosenRows(rows: Row[], selection: Selection, solved: string, search: string, titles: string[]): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return selection.chosen.flatMap((place) => {
    const row = rows[place];
    if (!row || (solved && row.solved !== solved)) return [];
    if (words.length === 0) return [row];
    const text = `${row.id} ${titles[place] ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word)) ? [row] : [];
  });
}
