// Selects the two models to compare.

import type { Model } from "../../types";
import { ENOUGH } from "../leaderboard/standings";

export interface Pair {
  a: Model;
  b: Model;
}

/** Models that the URL names but that do not exist. */
export function missingOf(models: Model[], query: Record<string, string>): string[] {
  return [query.a, query.b].flatMap((key) => (key && !models.some((model) => model.key === key) ? [key] : []));
}

/** The models that the URL names; by default, the best ranked ones. */
export function pairOf(all: Model[], query: Record<string, string>): Pair | null {
  const enough = (model: Model) => model.scored.filter((answers) => answers > 0).length >= ENOUGH * model.scored.length;
  const models = [...all.filter(enough), ...all.filter((model) => !enough(model))];
  if (missingOf(all, query).length > 0) return null;
  const named = (key: string | undefined) => models.find((model) => model.key === key);
  const b = named(query.b);
  const a = named(query.a) ?? models.find((model) => model !== b);
  const second = b ?? models.find((model) => model !== a);
  return a && second ? { a, b: second } : null;
}
