// Filters: which problems are selected.

import { useMemo } from "preact/hooks";
import { listOf, type Route } from "./route";
import type { Problems } from "./types";

export const KINDS = ["language", "difficulty", "tag", "length"] as const;
export type Kind = (typeof KINDS)[number];

export interface Selection {
  /** Indexes of the selected problems. */
  chosen: number[];
  /** Whether any filter is set. */
  active: boolean;
  /** The filters as in the URL, to pass on to other pages. */
  query: Record<string, string>;
}

/** Names of one kind, in order. */
export function namesOf(problems: Problems, kind: Kind): string[] {
  if (kind === "language") return problems.languages;
  if (kind === "difficulty") return problems.difficulties;
  return kind === "tag" ? problems.tags : problems.lengths;
}

/** The values of a problem for one kind, as indexes of names. */
export function placesOf(problems: Problems, kind: Kind, problem: number): number[] {
  if (kind === "language") return [problems.language[problem] ?? -1];
  if (kind === "difficulty") return [problems.difficulty[problem] ?? -1];
  return kind === "tag" ? (problems.tagged[problem] ?? []) : [problems.length[problem] ?? -1];
}

/** Groups problems by language, difficulty and so on, in the order of names; a problem with two tags is in both groups. */
export function grouped(problems: Problems, kind: Kind, places: number[]): { name: string; places: number[] }[] {
  const groups = namesOf(problems, kind).map((name) => ({ name, places: [] as number[] }));
  for (const place of places) for (const group of placesOf(problems, kind, place)) groups[group]?.places.push(place);
  return groups.filter((group) => group.places.length > 0);
}

export function select(problems: Problems, query: Record<string, string>): Selection {
  const wanted = KINDS.map((kind) => ({ kind, places: placesOfNames(problems, kind, listOf(query[kind])) }));
  const set = wanted.filter(({ places }) => places.size > 0);
  const chosen: number[] = [];
  for (let problem = 0; problem < problems.ids.length; problem += 1) {
    if (set.every(({ kind, places }) => placesOf(problems, kind, problem).some((place) => places.has(place)))) {
      chosen.push(problem);
    }
  }
  const kept = Object.fromEntries(set.map(({ kind }) => [kind, query[kind] ?? ""]));
  return { chosen, active: set.length > 0, query: kept };
}

export function useSelection(problems: Problems, route: Route): Selection {
  const key = KINDS.map((kind) => route.query[kind] ?? "").join("\n");
  return useMemo(() => select(problems, route.query), [problems, key]);
}

function placesOfNames(problems: Problems, kind: Kind, names: string[]): Set<number> {
  const all = namesOf(problems, kind);
  // An unknown name selects nothing: an old URL must not show more than it says.
  return new Set(names.map((name) => (all.includes(name) ? all.indexOf(name) : -2)));
}
