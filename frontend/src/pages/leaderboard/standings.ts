// Ranks the models on the selected problems.

import { paired, passRate, widened, type Paired } from "../../estimate";
import type { Selection } from "../../filters";
import type { Estimate, Model, Site, Spending } from "../../types";

/** Minimum share of a model's sound problems that must be scored for it to be ranked: fewer might be the easy ones.
 * Also in benchwright.report.results. */
export const ENOUGH = 0.95;
/** Estimates over fewer problems are shown as uncertain. */
export const FEW = 5;

export interface Standing {
  model: Model;
  estimate: Estimate | null;
  /** pass@k after the last turn; null for single-turn answers. */
  after: Estimate | null;
  /** By index in `Problems.languages`; null if it has no problems. */
  languages: (Estimate | null)[];
  /** 1 is best, ties share a rank; null if too few problems are scored. */
  rank: number | null;
  /** Selected problems of its benchmark without a defect. */
  judging: number;
  /** Scored answers to the selected problems. */
  answers: number;
  cost_usd: number | null;
  tokens: number | null;
}

export interface Board {
  standings: Standing[];
  /** Indexes of the languages with selected problems. */
  languages: number[];
  /** Number of selected problems. */
  problems: number;
  /** Whether all rows show the evaluations' own numbers, with bootstrap intervals. */
  published: boolean;
  /** Whether some rows do. */
  partlyPublished: boolean;
}

/** All models, ranked ones first, best first. */
export function standingsOf(site: Site, selection: Selection, k: number, spending: Spending | undefined): Board {
  const { chosen, active } = selection;
  const whole = !active && k === 1;
  const byLanguage = placesByLanguage(site, chosen);
  const standings = site.models.map((model): Standing => ({
    model,
    estimate: (whole && known(model.pass_at_k["pass@1"])) || passRate(model.scored, model.passed, chosen, k),
    after: (whole && known(model.after_turns ?? undefined)) || passRate(model.turned, model.mended, chosen, k),
    languages: site.problems.languages.map((name, place) =>
      (whole && known(model.by_language[name])) || passRate(model.scored, model.passed, byLanguage[place] ?? [], k)),
    rank: null,
    judging: judgingOf(model, chosen),
    answers: chosen.reduce((total, place) => total + (model.scored[place] ?? 0), 0),
    cost_usd: active ? spent(spending?.models[model.key]?.cost_usd, chosen) : model.cost_usd,
    tokens: active ? spent(spending?.models[model.key]?.completion_tokens, chosen) : model.completion_tokens,
  }));
  rank(standings);
  standings.sort((one, other) => {
    if (one.rank !== null || other.rank !== null) return (one.rank ?? site.models.length + 1) - (other.rank ?? site.models.length + 1);
    return coverage(other) - coverage(one) || (other.estimate?.value ?? -1) - (one.estimate?.value ?? -1);
  });
  const languages = site.problems.languages.map((_, place) => place).filter((place) => byLanguage[place]?.length);
  const measured = standings.filter((each) => each.estimate);
  const withPublished = measured.filter((each) => whole && known(each.model.pass_at_k["pass@1"]));
  return {
    standings, languages, problems: chosen.length,
    published: withPublished.length === measured.length, partlyPublished: withPublished.length > 0,
  };
}

/** Compares two models on the problems that both have answered. */
export function against(one: Standing, other: Standing, selection: Selection): Paired {
  return paired(one.model.first, other.model.first, selection.chosen);
}

/** Share of its sound problems that have enough scored answers. */
export function coverage({ estimate, judging }: Standing): number {
  return judging ? (estimate?.n ?? 0) / judging : 0;
}

function judgingOf(model: Model, chosen: number[]): number {
  if (model.left_out.length === 0) return chosen.length;
  const leftOut = new Set(model.left_out);
  return chosen.filter((place) => !leftOut.has(place)).length;
}

/** An estimate with an interval, or of a single problem: running jobs have no intervals. */
function known(estimate: Estimate | undefined): Estimate | null {
  return estimate && (estimate.low !== null || estimate.n < 2) ? widened(estimate) : null;
}

function placesByLanguage(site: Site, chosen: number[]): number[][] {
  const places: number[][] = site.problems.languages.map(() => []);
  for (const problem of chosen) places[site.problems.language[problem] ?? -1]?.push(problem);
  return places;
}

function rank(standings: Standing[]): void {
  const ranked = standings.filter((each) => coverage(each) >= ENOUGH);
  for (const each of ranked) {
    const value = each.estimate?.value ?? 0;
    each.rank = 1 + ranked.filter((other) => (other.estimate?.value ?? 0) > value + 1e-9).length;
  }
}

/** Sum of the known values; null if there are none. */
function spent(values: number[] | undefined, places: number[]): number | null {
  let total: number | null = null;
  for (const place of places) {
    const value = values?.[place] ?? -1;
    if (value >= 0) total = (total ?? 0) + value;
  }
  return total;
}
